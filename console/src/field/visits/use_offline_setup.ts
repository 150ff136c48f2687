import { useEffect } from 'react'
import { isSignedIn } from './offline/connectivity.ts'
import { installServiceWorker } from './offline/install.ts'
import { sendQueued } from './offline/send.ts'
import { storeUser } from './offline/store.ts'

/** Makes this phone ready for having no line: who works here, the files of the app, and what waits. */
export function useOfflineSetup() {
  useEffect(() => {
    const start = async () => {
      if (isSignedIn()) await storeUser()
      await sendQueued()
      await installServiceWorker()
    }
    // A browser that keeps nothing, in a private window for instance, still works with a line.
    start().catch(error => console.warn(error))
  }, [])
}
