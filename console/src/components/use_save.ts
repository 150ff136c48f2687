import { useMutation } from '@tanstack/react-query'
import { isConflict, Refusal } from '../api.ts'
import { fieldPaths, type PlacedErrors, placeErrors } from './field_errors.ts'
import { notifyError } from './notifications.tsx'

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
  /** By field. */
  errors: Record<string, string>
  /** Errors that belong to no field, for an alert above the form. */
  messages: string[]
  saveAnyway: () => void
  /** Removes the conflict and all errors. */
  clear: () => void
}

const no_errors: PlacedErrors = { fields: {}, messages: [] }

/** One write of a form or a button: busy state, conflicts (412), errors by field, and a notification for everything else. */
export function useSave<Input = void, Result = unknown>({ save, onSaved, fields, form }: Options<Input, Result>) {
  const place = (error: unknown) =>
    error instanceof Refusal
      ? placeErrors(error.errors, fields ?? (form ? fieldPaths(form.getValues()) : []))
      : no_errors
  const mutation = useMutation({
    // While offline a save fails at once instead of being sent later, unseen.
    networkMode: 'always',
    mutationFn: ({ input, overwrite }: { input: Input; overwrite: boolean }) => save(input, overwrite),
    onSuccess: (result, { input }) => onSaved?.(result, input),
    onError: error => {
      const shownInForm = (form ?? fields) && error instanceof Refusal && error.errors.length > 0
      if (shownInForm) form?.setErrors(place(error).fields)
      else if (!isConflict(error)) notifyError(error)
    },
  })
  const placed = place(mutation.error)
  const start = (input: Input, overwrite = false) =>
    mutation.mutateAsync({ input, overwrite }).then(
      () => true,
      () => false,
    )
  return {
    busy: mutation.isPending,
    conflict: isConflict(mutation.error),
    errors: placed.fields,
    messages: placed.messages,
    /** Resolves to whether it was saved; never rejects. */
    save: start,
    saveAnyway: () => {
      if (mutation.variables) void start(mutation.variables.input, true)
    },
    clear: mutation.reset,
  } satisfies Saving & { save: unknown }
}
