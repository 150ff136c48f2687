import type { WriteContext } from '../../access/write_context.ts'
import { deleteOldestOfSpaces } from '../../db/batch_delete.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import type { AnswerPlan, StoredAnswer } from './answers.ts'
import type { ContactColumns } from './columns.ts'
import { addressColumns, fieldNames, wireNames } from './fields.ts'

// The history of values: what each change of a contact replaced.

export type FieldValue = string | number | boolean | null

/** The chosen value of a form, and the text of the answer. */
export type AnswerValue = [form_ref_id: number, data: string]

export type FieldChanges = Record<string, [old: FieldValue, current: FieldValue]>

export interface AnswerChange {
  form_id: number
  old: AnswerValue | null
  new: AnswerValue | null
}

export interface StoredChanges {
  /** Old and new value by name on the wire, such as `mobile` and `address.city`. */
  fields?: FieldChanges
  answers?: AnswerChange[]
  added_tags?: string[]
  removed_tags?: string[]
}

export interface ContactHistory {
  contact_id: number
  changes: StoredChanges
}

const kept_days = 730
/** How many answers and tags of one change are recorded, and how much of a text. */
const entries_max = 200
const text_length_max = 500

/** The recorded columns, with their names on the wire. Keys follow from other fields; a score is that of the geocoder. */
const recorded: [column: keyof ContactColumns, name: string][] = [
  ...fieldNames.map((name): [keyof ContactColumns, string] => [name, name]),
  ...addressColumns
    .filter(column => column !== 'score')
    .map((column): [keyof ContactColumns, string] => [column, `address.${wireNames(column)[0]}`]),
]

export function changedFields(before: ContactColumns, after: ContactColumns): FieldChanges {
  const fields: FieldChanges = {}
  for (const [column, name] of recorded)
    if (before[column] !== after[column]) fields[name] = [before[column], after[column]]
  return fields
}

/** What a plan does with answers. `stored` has at least those that it changes, by id. */
export function changedAnswers(
  { added, changed, removed }: AnswerPlan,
  stored: ReadonlyMap<number, StoredAnswer>,
): AnswerChange[] {
  return [
    ...changed.map(answer => ({
      form_id: answer.form_id,
      old: answerValue(stored.get(answer.id)),
      new: answerValue(answer),
    })),
    ...removed.map(answer => ({ form_id: answer.form_id, old: answerValue(answer), new: null })),
    ...added.map(answer => ({ form_id: answer.form_id, old: null, new: answerValue(answer) })),
  ].filter(change => JSON.stringify(change.old) !== JSON.stringify(change.new))
}

function answerValue(answer: Pick<StoredAnswer, 'form_ref_id' | 'data'> | undefined): AnswerValue | null {
  if (!answer) return null
  const { form_ref_id, data } = answer
  return [form_ref_id, data.length > text_length_max ? `${data.slice(0, text_length_max - 1)}…` : data]
}

/** The stored answers that these plans change, by id. */
export async function answersToChange(sql: Sql, group_id: number, plans: AnswerPlan[]) {
  const ids = plans.flatMap(({ changed }) => changed.map(({ id }) => id))
  if (ids.length === 0) return new Map<number, StoredAnswer>()
  const rows = await sql<StoredAnswer[]>`
    select id, custom, form_id, form_ref_id, data, date, survey_id, source, form_version from contact_answers
    where group_id = ${group_id} and id = any(${ids})
    order by id`
  return new Map(rows.map(answer => [answer.id, answer]))
}

/** Records what was replaced, with the versions that the contacts have now. */
export async function recordChanges(sql: Sql, { caller, source = 'api' }: WriteContext, history: ContactHistory[]) {
  const rows = history
    .map(({ contact_id, changes }) => ({ contact_id, text: textOf(changes) }))
    .filter(({ text }) => text !== '{}')
  if (rows.length === 0) return
  const { group_id, id: user_id } = caller
  const ids = rows.map(({ contact_id }) => contact_id)
  await sql`
    with changed as materialized (select id, version from contacts where group_id = ${group_id} and id ${inList(sql, ids)})
    insert into contact_changes (group_id, contact_id, version, user_id, source, changes)
    select ${group_id}::bigint, n.contact_id, c.version, ${user_id}::bigint, ${source}, n.changes::json
    from unnest(${ids}::bigint[], ${rows.map(({ text }) => text)}::text[]) as n (contact_id, changes)
    join changed c on c.id = n.contact_id
    returning group_id`
}

/** As JSON, without what is empty. */
function textOf({ fields = {}, answers = [], added_tags = [], removed_tags = [] }: StoredChanges) {
  const content: StoredChanges = {}
  for (const _ in fields) {
    content.fields = fields
    break
  }
  if (answers.length > 0) content.answers = answers.slice(0, entries_max)
  if (added_tags.length > 0) content.added_tags = added_tags.slice(0, entries_max)
  if (removed_tags.length > 0) content.removed_tags = removed_tags.slice(0, entries_max)
  return JSON.stringify(content)
}

/** Deletes what was recorded about these contacts. */
export const eraseChanges = (sql: Sql, group_id: number, contact_ids: number[]) => sql`
  delete from contact_changes where group_id = ${group_id} and contact_id = any(${contact_ids})`

/** Deletes a batch of old values; that the contact changed stays in its timeline. Spans all spaces. */
export const deleteOldChanges = (sql: Sql) => deleteOldestOfSpaces(sql, 'contact_changes', 'created_at', kept_days * 24)
