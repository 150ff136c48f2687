import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, isConflict } from '../api.ts'
import { fieldNames, joinSentence } from './error_text.ts'
import { type FieldErrors, fieldErrors } from './FieldError.tsx'
import { fieldPaths, type PlacedErrors, placeErrors } from './field_errors.ts'
import { notifyError } from './notifications.tsx'
import { TypedFields } from './unsaved.ts'

interface Options<Input, Result> {
  /** Sends the input. With `overwrite` it saves over the change of another user. */
  save: (input: Input, overwrite: boolean) => Promise<Result>
  onSaved?: (result: Result, input: Input) => unknown
  /** The fields that can show an error; with `form`, all of its fields. Without either, errors are notified. */
  fields?: readonly string[]
  form?: { getValues: () => object; setErrors: (errors: Record<string, string>) => void }
}

export interface Saving {
  busy: boolean
  /** Another user has saved meanwhile. */
  conflict: boolean
  /** By field, until it is changed. */
  errors: FieldErrors
  /** Errors that belong to no field, for an alert above the form. */
  messages: string[]
  saveAnyway: () => void
  /** What was typed since the last save. */
  typed: TypedFields
  /** Removes the error of a field that was changed. */
  forget: (field: string) => void
  /** Removes the conflict and all errors. */
  clear: () => void
}

const no_errors: PlacedErrors = { fields: {}, messages: [] }

/** One write of a form or a button: busy state, conflicts (412), errors by field, and a notification for everything else. */
export function useSave<Input = void, Result = unknown>({ save, onSaved, fields, form }: Options<Input, Result>) {
  const place = (error: unknown) =>
    error instanceof ApiError
      ? placeErrors(error.errors, fields ?? (form ? fieldPaths(form.getValues()) : []), fieldNames(), joinSentence)
      : no_errors
  const [errors, setErrors] = useState<FieldErrors>({})
  const mutation = useMutation({
    // While offline a save fails at once instead of being sent later, unseen.
    networkMode: 'always',
    mutationFn: ({ run }: { input: Input; run: () => Promise<void> }) => run(),
    onError: error => {
      const isForm = form !== undefined || fields !== undefined
      if (isForm && error instanceof ApiError && error.errors.length > 0) {
        const { fields } = place(error)
        if (form) form.setErrors(fields)
        else setErrors(fieldErrors(fields))
      } else if (!isForm || !isConflict(error)) notifyError(error)
    },
  })
  const { messages } = place(mutation.error)
  // Not state: a double click sends its second event before the first is rendered.
  const running = useRef(false)
  const [typed] = useState(() => new TypedFields())
  const start = async (input: Input, overwrite = false) => {
    if (running.current) return false
    running.current = true
    setErrors({})
    // Bound here: what the form shows when it is sent decides, not what it shows when the answer arrives.
    const run = async () => {
      const result = await save(input, overwrite)
      // Before the page moves on: nothing is lost.
      typed.clear()
      await onSaved?.(result, input)
    }
    const saved = await mutation.mutateAsync({ input, run }).then(
      () => true,
      () => false,
    )
    running.current = false
    return saved
  }
  return {
    busy: mutation.isPending,
    conflict: isConflict(mutation.error),
    errors,
    messages,
    /** Resolves to whether it was saved; never rejects. Does nothing while a save is under way. */
    save: start,
    saveAnyway: () => {
      if (mutation.variables) void start(mutation.variables.input, true)
    },
    typed,
    /** Shows what the form itself found wrong in its fields, in place of the errors of the last save. */
    refuse: (found: Record<string, string>) => {
      mutation.reset()
      setErrors(fieldErrors(found))
    },
    forget: (field: string) => setErrors(({ [field]: _, ...others }) => others),
    clear: () => {
      mutation.reset()
      setErrors({})
    },
  } satisfies Saving & { save: unknown; refuse: unknown }
}
