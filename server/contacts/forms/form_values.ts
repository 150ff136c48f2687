import { invalid } from '../../errors.ts'
import type { Form, FormChange } from './schema.ts'

/** A value as it is to be stored, in its place; one without an id is new. */
export interface FormValue {
  id: number | undefined
  label: string
  value: string
  archived: boolean
}

type Type = Form['type']

const isFree = (type: Type) => type === 'text' || type === 'numeric' || type === 'date'

const values_location = 'body.data.form.refvalues'

/** The values a form has after a list of them was sent. Those that are left out are archived, after the others. */
export function valuesAfterChange(
  type: Type,
  label: string,
  before: Form['refvalues'],
  sent: NonNullable<FormChange['refvalues']>,
): FormValue[] {
  if (isFree(type)) return [freeValue(label, before, sent)]
  const named = sent.map((value, index) => chosenValue(value, index, before))
  const left = before
    .filter(({ id }) => !sent.some(value => value.id === id))
    .map(value => ({ ...value, archived: true }))
  checkChoices(named)
  return [...named, ...left]
}

// Free input is stored under the one value of its form, which is there from the beginning and stays.
function freeValue(label: string, [only]: Form['refvalues'], sent: NonNullable<FormChange['refvalues']>): FormValue {
  const [value] = sent
  if (sent.length > 1)
    throw invalid(values_location, 'must have one value at most: a form with free input has exactly one', sent.length)
  if (value?.id !== undefined && value.id !== only?.id) throw unknownValue(0, value.id)
  if (value?.archived)
    throw invalid(`${values_location}.0.archived`, 'must be false: archive the form itself, its one value stays', true)
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
  const there = before.find(({ id }) => id === sent.id)
  if (sent.id !== undefined && !there) throw unknownValue(index, sent.id)
  const label = sent.label ?? there?.label ?? ''
  if (label.trim() === '') throw invalid(`${values_location}.${index}.label`, 'must not be empty', sent.label)
  return {
    id: there?.id,
    label,
    value: sent.value ?? there?.value ?? label,
    archived: sent.archived ?? there?.archived ?? false,
  }
}

const unknownValue = (index: number, id: number) =>
  invalid(`${values_location}.${index}.id`, `is ${id}, which is no value of this form; leave it out to add one`, id)

function checkChoices(values: FormValue[]) {
  const twice = values.findIndex(
    ({ id }, index) => id !== undefined && values.slice(0, index).some(other => other.id === id),
  )
  if (twice >= 0) throw invalid(`${values_location}.${twice}.id`, 'is named twice', values[twice]?.id)
  const open = values.filter(({ archived }) => !archived)
  if (open.length === 0) throw invalid(values_location, 'must have at least one value that can be chosen', null)
  const labels = open.map(({ label }) => label.trim().toLowerCase())
  const again = labels.findIndex((label, index) => labels.indexOf(label) !== index)
  if (again >= 0)
    throw invalid(
      `${values_location}.${values.indexOf(open[again]!)}.label`,
      'is the same as that of another value',
      open[again]?.label,
    )
}
