import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import type { Form, FormChange } from './schema.ts'

/** A value of a form after a change. One without an id is new. */
export interface FormValue {
  id: number | undefined
  label: string
  value: string
  archived: boolean
}

type Type = Form['type']

const isFree = (type: Type) => type === 'text' || type === 'numeric' || type === 'date'

const values_location = 'body.data.form.refvalues'

/** The values of a form after a change. Values left out of the request are archived and come last. */
export function valuesAfterChange(
  type: Type,
  label: string,
  before: Form['refvalues'],
  sent: NonNullable<FormChange['refvalues']>,
): FormValue[] {
  if (isFree(type)) return [freeValue(label, before, sent)]
  const listed = sent.map((value, index) => chosenValue(value, index, before))
  const omitted = before
    .filter(({ id }) => !sent.some(value => value.id === id))
    .map(value => ({ ...value, archived: true }))
  checkChoices(listed)
  return [...listed, ...omitted]
}

// Answers with free input refer to the one value of their form, which is created with the form and cannot be removed.
function freeValue(label: string, [only]: Form['refvalues'], sent: NonNullable<FormChange['refvalues']>): FormValue {
  const [value] = sent
  if (sent.length > 1)
    throw invalid(values_location, 'must have at most one value for a form with free input', sent.length)
  if (value?.id !== undefined && value.id !== only?.id) throw unknownValue(0, value.id)
  if (value?.archived)
    throw invalid(`${values_location}.0.archived`, 'must be false; archive the form itself instead', true)
  return {
    id: only?.id,
    label: value?.label ?? only?.label ?? label,
    value: value?.value ?? only?.value ?? '',
    archived: false,
  }
}

function chosenValue(
  sent: NonNullable<FormChange['refvalues']>[number],
  index: number,
  before: Form['refvalues'],
): FormValue {
  const existing = before.find(({ id }) => id === sent.id)
  if (sent.id !== undefined && !existing) throw unknownValue(index, sent.id)
  const label = sent.label ?? existing?.label ?? ''
  if (label.trim() === '') throw invalid(`${values_location}.${index}.label`, 'must not be empty', sent.label)
  return {
    id: existing?.id,
    label,
    value: sent.value ?? existing?.value ?? label,
    archived: sent.archived ?? existing?.archived ?? false,
  }
}

const unknownValue = (index: number, id: number) =>
  invalid(
    `${values_location}.${index}.id`,
    msg`is ${id}, which is not a value of this form; leave it out to add a value`,
    id,
  )

function checkChoices(values: FormValue[]) {
  const repeated = values.findIndex(
    ({ id }, index) => id !== undefined && values.slice(0, index).some(other => other.id === id),
  )
  if (repeated >= 0) throw invalid(`${values_location}.${repeated}.id`, 'is in the list twice', values[repeated]?.id)
  const selectable = values.filter(({ archived }) => !archived)
  if (selectable.length === 0) throw invalid(values_location, 'must have at least one value that is not archived', null)
  const keys = selectable.map(({ label }) => label.trim().toLowerCase())
  const duplicate = selectable.find((_, index) => keys.indexOf(keys[index] ?? '') !== index)
  if (duplicate)
    throw invalid(
      `${values_location}.${values.indexOf(duplicate)}.label`,
      'is the same as the label of another value',
      duplicate.label,
    )
}
