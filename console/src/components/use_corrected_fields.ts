import { useEffect, useRef } from 'react'

/** The values of the fields that show an error, by the name of the field. */
type WrongFields = Map<string, string>

/**
 * Forgets the error of a field once its value is another one: typed, chosen in a list, or set by another field. Returns what to call when the
 * form is typed into.
 */
export function useCorrectedFields(form: HTMLElement | null, forget: (field: string) => void) {
  const compare = useRef(() => {})
  const wrong = useRef<WrongFields>(new Map())
  compare.current = () => {
    const before = wrong.current
    wrong.current = wrongFields(form)
    for (const [field, value] of wrong.current) {
      if ((before.get(field) ?? value) === value) continue
      wrong.current.delete(field)
      forget(field)
    }
  }
  // After every rendering: a value that is chosen in a list causes no event in its field.
  useEffect(() => compare.current())
  // For an event of React: rendered between two listeners of the browser, a field would lose what was typed.
  return () => compare.current()
}

function wrongFields(form: HTMLElement | null): WrongFields {
  const errors = [...(form?.querySelectorAll<HTMLElement>('[data-error-of]') ?? [])]
  return new Map(
    errors.flatMap(error => {
      const field = error.closest('.mantine-InputWrapper-root')
      return field && error.dataset['errorOf'] ? [[error.dataset['errorOf'], contentOf(field, error)]] : []
    }),
  )
}

/** Texts, boxes that are ticked, and the names of chosen values. Another error of the same value is no correction. */
function contentOf(field: Element, error: Element) {
  const inputs = [...field.querySelectorAll<HTMLInputElement>('input, textarea, select')]
  return [
    ...inputs.map(({ value, checked }) => `${value} ${checked}`),
    field.textContent.replace(error.textContent, ''),
  ].join('\n')
}
