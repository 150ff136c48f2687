import type { PatchedContact } from '../contact_shape.ts'
import { mark } from './change_queries.ts'
import { type Batch, count, differing, type Person, type Planned } from './persons.ts'
import { samples_max, type Tally } from './tally.ts'

/** What a dry run leaves: counts, samples, and whom it has met. */
export async function noteDown({ sql, caller, import_id }: Batch, fresh: Person[], changed: Planned[], tally: Tally) {
  const keys = [...fresh, ...changed.map(({ person }) => person)].flatMap(({ key }) => key ?? [])
  await mark(sql, caller.group_id, import_id, keys)
  for (const person of fresh) {
    count(tally, person, 'created')
    sample(
      tally,
      person.rows[0]!.row,
      null,
      Object.entries(shown(person.patch)).map(([field, after]) => ({ field, before: '', after })),
    )
  }
  for (const { person, before, after, plan, answers, tags } of changed) {
    count(tally, person, 'updated')
    const fields = differing(before, after).filter(name => !derived.includes(name))
    for (const field of fields.filter(name => !isEmpty(before[name])))
      tally.replaced[field] = (tally.replaced[field] ?? 0) + 1
    sample(tally, person.rows[0]!.row, before.id, [
      ...fields.map(field => ({ field, before: asText(before[field]), after: asText(after[field]) })),
      ...plan.changed.map(({ id, form_id, data: after }) => ({
        field: `form ${form_id}`,
        before: answers.find(there => there.id === id)?.data ?? '',
        after,
      })),
      ...plan.added.map(now => ({ field: `form ${now.form_id}`, before: '', after: now.data })),
      ...(tags.length > 0 ? [{ field: 'tags', before: '', after: tags.join(', ') }] : []),
    ])
  }
}

/** Columns that follow from others; a person is shown those. */
const derived: string[] = ['address_id', 'mobile_key', 'phone_key', 'mobile_invalid', 'phone_invalid']

const isEmpty = (value: unknown) => value === '' || value === null || value === 0 || value === false

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value)).slice(0, 200)

function shown({ address, tags, formdatas, custom_fields, ...details }: PatchedContact) {
  const answers = [...(formdatas ?? []), ...(custom_fields ?? [])]
  const values = {
    ...details,
    ...address,
    ...Object.fromEntries(answers.map(({ form_id, data }) => [`form ${form_id}`, data])),
    ...(tags && { tags: tags.map(({ name }) => name).join(', ') }),
  }
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, asText(value)]))
}

function sample(tally: Tally, row: number, contact_id: number | null, changes: Tally['samples'][number]['changes']) {
  // Changes of what is there are what one looks at a dry run for, so half of the room is theirs.
  const same = tally.samples.filter(other => (other.contact_id === null) === (contact_id === null))
  if (same.length < samples_max / 2) tally.samples.push({ row, contact_id, changes })
}
