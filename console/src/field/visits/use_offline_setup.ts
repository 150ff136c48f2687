import { useEffect } from 'react'
import { isSignedIn } from './offline/connectivity.ts'
import { installServiceWorker } from './offline/install.ts'
import { sendQueued } from './offline/send.ts'
import { storeUser } from './offline/store.ts'

/** Prepares the phone for working offline: stores user and app files, sends queued visits. */
export function useOfflineSetup() {
  useEffect(() => {
    const start = async () => {
      if (isSignedIn()) await storeUser()
      await sendQueued()
      await installServiceWorker()
    }
    // A private window may store nothing; the app still works online.
    start().catch(error => console.warn(error))
  }, [])
}
