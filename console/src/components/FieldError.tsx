import type { ReactElement } from 'react'

/** What is wrong with the fields of a form, by the name of the field. */
export type FieldErrors = Record<string, ReactElement<FieldErrorProps>>

interface FieldErrorProps {
  field: string
  message: string
}

export const fieldErrors = (messages: Record<string, string>): FieldErrors =>
  Object.fromEntries(
    Object.entries(messages).map(([field, message]) => [
      field,
      <FieldError key={field} field={field} message={message} />,
    ]),
  )

/** Says whose error it is, so that it can be removed once the field is changed. */
const FieldError = ({ field, message }: FieldErrorProps) => <span data-error-of={field}>{message}</span>
