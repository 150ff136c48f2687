import type { Forms } from '../core/answers.ts'
import { lockIdentities } from '../core/identity_locks.ts'
import { withoutMergedKeys } from '../core/merged.ts'
import { changedBefore, findSeenKeys } from './change_queries.ts'
import { findMatches, matchKeys } from './match_queries.ts'
import type { ImportCounts } from './outcome.ts'
import { type ImportContext, type ImportedPerson, seenKeysOf } from './persons.ts'
import { refusalReason } from './refusal_reasons.ts'
import { joinPatches, type StagedRow } from './rows.ts'

/** The people that the rows are about, each with all of its rows and the contact that matches. */
export async function findPersons(context: ImportContext, staged: StagedRow[], forms: Forms, counts: ImportCounts) {
  const { sql, caller, settings, dry } = context
  const { group_id } = caller
  // Keeps other requests from creating one of these people at the same time.
  if (!dry) await lockIdentities(sql, group_id)
  const good = staged.filter(({ reasons }) => reasons.length === 0)
  const keys = await matchKeys(sql, settings.match, good)
  if (settings.match !== 'nothing') counts.keyless += keys.filter(key => key === null).length
  const { all, byKey } = groupByKey(good, keys, forms)
  const matches = await findMatches(sql, group_id, settings.match, [...byKey.keys()], !dry)
  for (const [key, person] of byKey) {
    const [match, other] = matches.get(key) ?? []
    if (other) for (const row of person.rows) row.reasons.push(refusalReason('several_matches'))
    if (!match) continue
    person.contact = match.contact
    if (match.former) person.patch = await withoutMergedKeys(sql, person.patch, match.former)
  }
  const persons = joinSameContact(
    all.filter(({ rows }) => rows.every(({ reasons }) => reasons.length === 0)),
    forms,
  )
  await markRepeated(context, persons)
  return persons
}

/** Rows with the same key are about one person. */
function groupByKey(rows: StagedRow[], keys: (string | null)[], forms: Forms) {
  const byKey = new Map<string, ImportedPerson>()
  const all: ImportedPerson[] = []
  for (const [index, row] of rows.entries()) {
    const key = keys[index] ?? null
    const known = key === null ? undefined : byKey.get(key)
    if (known) {
      known.rows.push(row)
      known.patch = joinPatches(known.patch, row.patch, forms)
      continue
    }
    const person: ImportedPerson = { key, rows: [row], patch: row.patch, repeated: false }
    if (key !== null) byKey.set(key, person)
    all.push(person)
  }
  return { all, byKey }
}

/** Joins the people that match the same contact: the file may hold a merged person under each of their addresses. */
function joinSameContact(persons: ImportedPerson[], forms: Forms) {
  const byContact = new Map<number, ImportedPerson>()
  return persons.filter(person => {
    const { contact, rows, patch } = person
    const same = contact && byContact.get(contact.id)
    if (contact && !same) byContact.set(contact.id, person)
    if (!same) return true
    same.rows.push(...rows)
    same.patch = joinPatches(same.patch, patch, forms)
    return false
  })
}

async function markRepeated({ sql, caller: { group_id }, import_id, dry }: ImportContext, persons: ImportedPerson[]) {
  if (dry) {
    const met = await findSeenKeys(sql, group_id, import_id, persons.flatMap(seenKeysOf))
    for (const person of persons) person.repeated = seenKeysOf(person).some(mark => met.has(mark))
    return
  }
  const ids = persons.flatMap(({ contact }) => contact?.id ?? [])
  const touched = await changedBefore(sql, group_id, import_id, ids)
  for (const person of persons) person.repeated = person.contact !== undefined && touched.has(person.contact.id)
}
