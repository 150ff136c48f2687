import type { WriteContext } from '../../access/write_context.ts'
import type { CsvRow } from '../../csv_reader.ts'
import type { Fault } from '../../errors.ts'
import {
  type AnswerContext,
  type AnswerPlan,
  type Forms,
  loadForms,
  planAnswers,
  type StoredAnswer,
} from '../core/answers.ts'
import { changeContacts } from '../core/bulk.ts'
import { type ContactColumns, patchedColumns, sameColumns } from '../core/columns.ts'
import { findErasedMails } from '../core/erasure_receipts.ts'
import type { PatchedContact, SentContact } from '../core/shape.ts'
import { answersOf } from '../core/stored_answers.ts'
import { createContacts } from '../core/write.ts'
import { correctionsOf, storeCells } from './cell_queries.ts'
import { createTags, recordChanges, recordCreations, recordTags, reserveIds } from './change_queries.ts'
import { recordDryRun } from './dry_run.ts'
import { storeRefusals } from './file_queries.ts'
import { findPersons } from './find_persons.ts'
import { missingTags, type StoredContact } from './match_queries.ts'
import { countReason, type ImportCounts } from './outcome.ts'
import { changedColumns, countPerson, type ImportContext, type ImportedPerson, type PlannedChange } from './persons.ts'
import { type RefusalReason, refusalReason, storedReasons } from './refusal_reasons.ts'
import { rowParser, type StagedRow, withoutEmptyAddress } from './rows.ts'
import { formsIn, type ImportSettings } from './schema.ts'
import { countFilled, wrongCellsIn } from './wrong_cells.ts'

/** Imports some thousand rows of the file: finds their contacts, and creates, changes or refuses them. Adds to `counts`. */
export async function importRows(context: ImportContext, rows: CsvRow[], first_row: number, counts: ImportCounts) {
  const { sql, caller, settings, import_id, dry } = context
  const { group_id } = caller
  const [forms, numbers] = await Promise.all([
    loadForms(sql, group_id, formsIn(settings)),
    reserveIds(sql, group_id, 0),
  ])
  const stage = rowParser(settings, forms, numbers)
  const last_row = first_row + (rows.at(-1)?.index ?? 0)
  const corrections = await correctionsOf(sql, group_id, import_id, first_row, last_row)
  const staged = rows.map(row => stage(row, first_row, corrections.get(first_row + row.index)))
  countFilled(rows, settings.columns, counts.filled)
  counts.rows += staged.length
  const persons = await findPersons(context, staged, forms, counts)
  const refuse = (person: ImportedPerson, reason: RefusalReason) => {
    for (const row of person.rows) row.reasons.push(reason)
  }
  const ready = persons.filter(person => {
    const reason = refusalOf(person, settings)
    if (reason) refuse(person, reason)
    return !reason
  })
  const taken = ready.filter(person => !isSkipped(person, settings, counts))
  const fresh = await withoutErased(
    context,
    taken.filter(({ contact }) => !contact),
    refuse,
  )
  const planned = await planChanges(context, taken.filter(isMatched), forms, numbers, refuse)
  const changed = planned.filter(changesSomething)
  for (const person of planned.filter(one => !changesSomething(one)).map(({ person }) => person))
    countPerson(counts, person, 'unchanged')
  if (dry) await recordDryRun(context, fresh, changed, counts)
  else {
    await create(context, fresh, counts)
    await change(context, changed, forms, numbers.now, counts)
  }
  await storeRefusals(sql, group_id, import_id, refusalsIn(staged, counts))
  await storeCells(sql, group_id, import_id, wrongCellsIn(staged, counts))
}

/** Refuses people who were erased, so that an old file does not bring them back. */
async function withoutErased(
  { sql, caller }: ImportContext,
  persons: ImportedPerson[],
  refuse: (person: ImportedPerson, reason: RefusalReason) => void,
) {
  const mailOf = ({ patch }: ImportedPerson) => patch.mail ?? ''
  const erased = new Set(await findErasedMails(sql, caller.group_id, persons.map(mailOf)))
  return persons.filter(person => {
    const gone = erased.has(mailOf(person))
    if (gone) refuse(person, refusalReason('erased'))
    return !gone
  })
}

function refusalOf({ key, patch, contact, repeated, rows }: ImportedPerson, { match, mode, tags }: ImportSettings) {
  if (contact?.restricted) return refusalReason('restricted')
  if (contact || repeated) return undefined
  if (match === 'id' && key !== null) return refusalReason('unknown_id')
  if (mode === 'update') return refusalReason(key === null ? 'no_match_key' : 'no_match')
  const { tags: given = [], ...said } = patch
  const empty = Object.values(said).every(value => value === null) && (given?.length ?? 0) <= tags.length
  if (empty) return refusalReason('empty_row')
  return rows.some(({ cells }) => cells.length > 0) && !hasIdentity(patch) ? refusalReason('no_identity') : undefined
}

/** Whether a new contact can be told from others. */
const hasIdentity = ({ address, ...patch }: PatchedContact) =>
  [patch.surname, patch.firstname, patch.married_name, patch.mail, patch.mobile, patch.phone, patch.external_id].some(
    Boolean,
  ) || Boolean(address?.street)

/** In mode `create`, existing contacts are skipped, unless an earlier row of this file created them. */
function isSkipped(person: ImportedPerson, { mode }: ImportSettings, counts: ImportCounts) {
  const unwanted = mode === 'create' && person.contact !== undefined && !person.repeated
  if (unwanted) {
    counts.skipped += person.rows.length
    for (const row of person.rows) row.cells = []
  }
  return unwanted
}

type MatchedPerson = ImportedPerson & { contact: StoredContact }
const isMatched = (person: ImportedPerson): person is MatchedPerson => person.contact !== undefined

/** What the file changes on the contacts that were found. */
async function planChanges(
  context: ImportContext,
  persons: MatchedPerson[],
  forms: Forms,
  { now, locale }: { now: string; locale: string },
  refuse: (person: ImportedPerson, reason: RefusalReason) => void,
): Promise<PlannedChange[]> {
  const { sql, caller, dry } = context
  const { group_id } = caller
  const ids = persons.map(({ contact }) => contact.id)
  const stored = await answersOf(sql, group_id, ids, [...forms.keys()])
  const patched = persons.map(person => {
    const patch = withoutEmptyAddress(person.patch, person.contact.address_id !== null)
    return { person, patch, needs_address: patch.address && person.contact.address_id === null }
  })
  const fresh_addresses = patched.filter(({ needs_address }) => needs_address).length
  const { addresses } = dry ? { addresses: [] } : await reserveIds(sql, group_id, fresh_addresses)
  const taggings = persons.flatMap(({ contact, patch }) =>
    (patch.tags ?? []).map(({ name }) => ({ contact_id: contact.id, name })),
  )
  const missing = Map.groupBy(await missingTags(sql, group_id, taggings), ({ contact_id }) => contact_id)
  return patched.flatMap(({ person, patch, needs_address }) => {
    const before = person.contact
    const answers = stored.get(before.id) ?? []
    const faults: Fault[] = []
    const change = {
      before,
      after: { ...patchedColumns(before, patch, needs_address ? (addresses.shift() ?? -1) : null, locale) },
      plan: planBoth(answers, patch, { forms, now, writer: writerOf(context), faults }),
      tags: (missing.get(before.id) ?? []).map(({ name }) => name),
    }
    dropValidPhones(person, change.after)
    const [fault] = faults
    if (!fault) return [{ ...change, answers, person }]
    refuse(person, refusalReason('answer_not_allowed', { detail: String(fault.message) }))
    return []
  })
}

/** Without a prefix, a number is valid in the country of the stored address, which the row may lack. */
function dropValidPhones({ rows }: ImportedPerson, after: ContactColumns) {
  if (after.mobile_invalid && after.phone_invalid) return
  const valid = new Set([
    ...(after.mobile_invalid ? [] : [after.mobile]),
    ...(after.phone_invalid ? [] : [after.phone]),
  ])
  for (const row of rows) row.cells = row.cells.filter(({ effect, value }) => effect !== 'kept' || !valid.has(value))
}

const writerOf = ({ caller, request_id, import_id }: ImportContext): WriteContext => ({
  caller,
  request_id,
  source: `import ${import_id}`,
})

/** Answers join those that are there; none is taken away. */
function planBoth(stored: StoredAnswer[], patch: PatchedContact, occasion: AnswerContext): AnswerPlan {
  const plans = (['formdatas', 'custom_fields'] as const).map(list => {
    const custom = list === 'custom_fields'
    const there = stored.filter(answer => answer.custom === custom)
    return planAnswers(there, patch[list] ?? [], custom, list, occasion)
  })
  return { added: plans.flatMap(({ added }) => added), changed: plans.flatMap(({ changed }) => changed), removed: [] }
}

const changesSomething = ({ before, after, plan, tags }: PlannedChange) =>
  plan.added.length + plan.changed.length + tags.length > 0 || !sameColumns(before, after)

async function create(context: ImportContext, persons: ImportedPerson[], counts: ImportCounts) {
  if (persons.length === 0) return
  const { sql, caller, import_id } = context
  const contacts = persons.map(({ patch }) => withoutNulls(withoutEmptyAddress(patch, false)))
  await createTags(
    sql,
    caller.group_id,
    import_id,
    contacts.flatMap(({ tags }) => (tags ?? []).map(({ name }) => name)),
  )
  const ids = await createContacts(sql, writerOf(context), contacts)
  await recordCreations(sql, caller.group_id, import_id, ids)
  for (const person of persons) countPerson(counts, person, 'created')
}

function withoutNulls({ address, ...patch }: PatchedContact): SentContact {
  return { ...withoutNullValues(patch), ...(address && { address: withoutNullValues(address) }) }
}

function withoutNullValues(values: Record<string, unknown>) {
  const kept: Record<string, unknown> = {}
  for (const name in values) if (values[name] !== null) kept[name] = values[name]
  return kept
}

async function change(
  context: ImportContext,
  planned: PlannedChange[],
  forms: Forms,
  now: string,
  counts: ImportCounts,
) {
  if (planned.length === 0) return
  const { sql, caller, import_id } = context
  const { group_id } = caller
  const taggings = planned.flatMap(({ before, tags }) => tags.map(name => ({ contact_id: before.id, name })))
  await createTags(
    sql,
    group_id,
    import_id,
    taggings.map(({ name }) => name),
  )
  await recordChanges(
    sql,
    group_id,
    import_id,
    planned.map(({ before, after, plan, answers }) => ({
      contact_id: before.id,
      version_before: before.version,
      before: Object.fromEntries(changedColumns(before, after).map(name => [name, before[name]])),
      answers: plan.added.length + plan.changed.length > 0 ? answers : null,
    })),
  )
  await recordTags(sql, group_id, import_id, taggings)
  await changeContacts(sql, writerOf(context), planned, forms, now)
  for (const { person } of planned) countPerson(counts, person, 'updated')
}

function refusalsIn(staged: StagedRow[], counts: ImportCounts) {
  return staged
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ row, start, length, reasons }) => {
      counts.refused++
      for (const reason of reasons) countReason(counts.reasons, counts.reason_codes, reason)
      return { row, start, length, reason: storedReasons(reasons) }
    })
}
