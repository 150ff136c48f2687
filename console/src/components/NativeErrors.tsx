import { Input } from '@mantine/core'
import { useCallback, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatDay } from './formats.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface NativeError {
  field: Field
  message: string
}

/**
 * What the browser finds wrong when a form is sent: a required field that is empty, half a date. Below the field and in the language of the
 * console, in place of the bubble of the browser, with the focus on the first wrong field.
 */
export function NativeErrors({ form }: { form: HTMLFormElement | null }) {
  const messageOf = useInputMessage()
  const id = useId()
  const [errors, setErrors] = useState<NativeError[]>([])
  useEffect(() => {
    if (!form) return
    const refuse = (event: Event) => {
      event.preventDefault()
      const wrong = fieldsOf(form).filter(field => field.willValidate && !field.validity.valid)
      // The browser reports the fields one after the other. The first report shows all of them.
      if (wrong[0] !== event.target) return
      setErrors(before => {
        const isNew = (field: Field) => !isMarked(field) || before.some(error => error.field === field)
        return wrong.filter(isNew).map(field => ({ field, message: messageOf(field) }))
      })
      wrong[0]?.focus()
    }
    const forget = ({ target }: Event) => setErrors(before => before.filter(({ field }) => field !== target))
    form.addEventListener('invalid', refuse, { capture: true })
    form.addEventListener('input', forget)
    return () => {
      form.removeEventListener('invalid', refuse, { capture: true })
      form.removeEventListener('input', forget)
    }
  }, [form, messageOf])
  useEffect(() => {
    for (const [place, { field }] of errors.entries()) {
      field.setAttribute('aria-invalid', 'true')
      field.setAttribute('aria-describedby', `${id}${place}`)
    }
    return () => {
      for (const { field } of errors) {
        field.removeAttribute('aria-invalid')
        field.removeAttribute('aria-describedby')
      }
    }
  }, [errors, id])
  return errors.map(({ field, message }, place) =>
    createPortal(
      <Input.Error id={`${id}${place}`} mt={4}>
        {message}
      </Input.Error>,
      field.closest('.mantine-InputWrapper-root') ?? field.parentElement ?? document.body,
      `${place}`,
    ),
  )
}

/** Whether the field shows an error already. */
const isMarked = (field: Field) => field.getAttribute('aria-invalid') === 'true'

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is Field => 'validity' in element && element.matches('input, select, textarea'),
  )

/** What is wrong with a field, in words. */
export function useInputMessage() {
  const { t } = useTranslation('errors')
  return useCallback(
    (field: Field) => {
      const fault = faults.find(name => field.validity[name])
      const { type, max, min } = field as HTMLInputElement
      if (!fault || (fault === 'typeMismatch' && type !== 'email')) return field.validationMessage
      if (type === 'date') return t(`input.date.${fault}`, { max: formatDay(max), min: formatDay(min) })
      return t(`input.other.${fault}`, { max, min })
    },
    [t],
  )
}

const faults = ['badInput', 'valueMissing', 'rangeOverflow', 'rangeUnderflow', 'typeMismatch'] as const
