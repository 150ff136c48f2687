import { useEffect } from 'react'
import { isSignedIn } from './offline/connectivity.ts'
import { install } from './offline/install.ts'
import { sendWaiting } from './offline/send.ts'
import { keepPerson } from './offline/store.ts'

/** Makes this phone ready for having no line: who works here, the files of the app, and what waits. */
export function useFieldStart() {
  useEffect(() => {
    const start = async () => {
      if (isSignedIn()) await keepPerson()
      await sendWaiting()
      await install()
    }
    // A browser that keeps nothing, in a private window for instance, still works with a line.
    start().catch(error => console.warn(error))
  }, [])
}
