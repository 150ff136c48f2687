import { createContext, useContext, useEffect } from 'react'

/** Called with 1 when a form of a condition opens, and with −1 when it closes. */
export const OpenForms = createContext<(change: 1 | -1) => void>(() => {})

/** Counts this form as open, so that what was typed into it is not lost. */
export function useOpenForm() {
  const count = useContext(OpenForms)
  useEffect(() => {
    count(1)
    return () => count(-1)
  }, [count])
}
