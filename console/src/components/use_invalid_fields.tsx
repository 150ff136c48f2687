import { Input } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface InvalidField {
  field: Field
  message: string
}

/**
 * Shows what a browser finds wrong in a form at its fields, in the language of the user: a browser shows one at a time, in its own language.
 * `check` returns whether the form may be sent, and focuses the first wrong field.
 */
export function useInvalidFields(form: HTMLFormElement | null) {
  const { t } = useTranslation()
  const [invalid, setInvalid] = useState<InvalidField[]>([])
  // A field that is changed is not wrong any more until the form is sent again.
  useEffect(() => {
    if (!form) return
    const change = ({ target }: Event) =>
      setInvalid(all => (all.length > 0 ? all.filter(one => one.field !== target) : all))
    form.addEventListener('input', change)
    return () => form.removeEventListener('input', change)
  }, [form])
  // After every rendering: the fields belong to components that set this attribute for their own errors.
  useEffect(() => {
    for (const { field } of invalid) field.setAttribute('aria-invalid', 'true')
    return () => {
      for (const { field } of invalid) field.removeAttribute('aria-invalid')
    }
  }, [invalid])

  const messageOf = ({ validity, validationMessage, type }: Field) => {
    if (validity.customError) return validationMessage
    if (validity.badInput) return t(type === 'date' ? 'invalid.date' : 'invalid.value')
    return validity.valueMissing ? t(type === 'date' ? 'invalid.missing_date' : 'invalid.missing') : validationMessage
  }
  const check = () => {
    const wrong = fieldsOf(form).filter(field => field.willValidate && !field.validity.valid)
    const untold = wrong.filter(field => !isMarked(field) || invalid.some(one => one.field === field))
    setInvalid(untold.map(field => ({ field, message: messageOf(field) })))
    wrong[0]?.focus()
    return wrong.length === 0
  }
  const messages: ReactNode = invalid.map(({ field, message }) => {
    const place = field.closest('.mantine-InputWrapper-root') ?? field.parentElement
    return place && createPortal(<Input.Error mt={5}>{message}</Input.Error>, place, field.id)
  })
  return { check, messages }
}

/** Whether the form shows an error of its own at the field. */
const isMarked = (field: Field) => field.getAttribute('aria-invalid') === 'true'

const fieldsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element): element is Field => 'validity' in element && element.matches('input, select, textarea'),
  )
