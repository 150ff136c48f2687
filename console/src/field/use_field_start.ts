import { useEffect } from 'react'
import { install } from './installing.ts'
import { keepPerson } from './kept.ts'
import { isSignedIn } from './line.ts'
import { sendWaiting } from './sending.ts'

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
