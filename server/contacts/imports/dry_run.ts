import type { ContactColumns } from '../core/columns.ts'
import type { PatchedContact } from '../core/shape.ts'
import { addSeenKeys } from './change_queries.ts'
import { type ImportCounts, samples_max } from './outcome.ts'
import {
  changedColumns,
  countPerson,
  type ImportContext,
  type ImportedPerson,
  type PlannedChange,
  seenKeysOf,
} from './persons.ts'
import type { ImportSample } from './schema.ts'

/** Records what a dry run found: counts, samples, and the people it has seen. */
export async function recordDryRun(
  { sql, caller, import_id }: ImportContext,
  fresh: ImportedPerson[],
  changed: PlannedChange[],
  counts: ImportCounts,
) {
  const met = [...fresh, ...changed.map(({ person }) => person)].flatMap(seenKeysOf)
  await addSeenKeys(sql, caller.group_id, import_id, met)
  for (const person of fresh) countPerson(counts, person, 'created')
  for (const { person, before, after } of changed) {
    countPerson(counts, person, 'updated')
    for (const field of displayedFields(before, after))
      if (!isEmpty(before[field])) counts.replaced[field] = (counts.replaced[field] ?? 0) + 1
  }
  // Half of the samples are changes of existing contacts, which matter most in a dry run.
  const known = counts.samples.filter(({ contact_id }) => contact_id !== null).length
  const room = samples_max / 2
  counts.samples.push(
    ...changed.slice(0, Math.max(room - known, 0)).map(changeSample),
    ...fresh.slice(0, Math.max(room - (counts.samples.length - known), 0)).map(creationSample),
  )
}

const creationSample = ({ rows, patch }: ImportedPerson): ImportSample => ({
  row: rows[0]?.row ?? 0,
  contact_id: null,
  changes: Object.entries(displayedValues(patch)).map(([field, after]) => ({ field, before: '', after })),
})

const changeSample = ({ person, before, after, answers, plan, tags }: PlannedChange): ImportSample => ({
  row: person.rows[0]?.row ?? 0,
  contact_id: before.id,
  changes: [
    ...displayedFields(before, after).map(field => ({
      field,
      before: asText(before[field]),
      after: asText(after[field]),
    })),
    ...plan.changed.map(({ id, form_id, data }) => ({
      field: `form ${form_id}`,
      before: answers.find(answer => answer.id === id)?.data ?? '',
      after: data,
    })),
    ...plan.added.map(now => ({ field: `form ${now.form_id}`, before: '', after: now.data })),
    ...(tags.length > 0 ? [{ field: 'tags', before: '', after: tags.join(', ') }] : []),
  ],
})

/** Columns that derive from others, and are not displayed. */
const derived: string[] = ['address_id', 'mobile_key', 'phone_key', 'mobile_invalid', 'phone_invalid']

const displayedFields = (before: ContactColumns, after: ContactColumns) =>
  changedColumns(before, after).filter(name => !derived.includes(name))

const isEmpty = (value: unknown) => value === '' || value === null || value === 0 || value === false

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value)).slice(0, 200)

function displayedValues({ address, tags, formdatas, custom_fields, ...details }: PatchedContact) {
  const answers = [...(formdatas ?? []), ...(custom_fields ?? [])]
  const values = {
    ...details,
    ...address,
    ...Object.fromEntries(answers.map(({ form_id, data }) => [`form ${form_id}`, data])),
    ...(tags && { tags: tags.map(({ name }) => name).join(', ') }),
  }
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, asText(value)]))
}
