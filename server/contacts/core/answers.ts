import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, type Fault } from '../../errors.ts'
import { instantOf } from '../../fields.ts'
import { msg, type Text } from '../../messages/message.ts'
import type { SentAnswer } from './shape.ts'

// Answers of contacts to forms: which answers are allowed, and how a list of answers replaces another.

export interface KnownForm {
  id: number
  label: string
  type: 'text' | 'numeric' | 'date' | 'radio' | 'select' | 'checkbox'
  kind: string
  version: number
  archived: boolean
  refvalues: { id: number; label: string; value: string; archived: boolean }[]
}

export type Forms = Map<number, KnownForm>

export interface StoredAnswer {
  id: number
  custom: boolean
  form_id: number
  form_ref_id: number
  data: string
  date: string | null
  survey_id: number | null
  source: string
  form_version: number
}

type Fields = Omit<StoredAnswer, 'id'>

/** The difference between two lists of answers. */
export interface AnswerPlan {
  added: Fields[]
  changed: StoredAnswer[]
  removed: StoredAnswer[]
}

export async function loadForms(sql: Sql, group_id: number, ids: number[]): Promise<Forms> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await sql<KnownForm[]>`
    select f.id, f.label, f.type, f.kind, f.version, f.archived_at is not null as archived, coalesce((
             select json_agg(json_build_object('id', r.id, 'label', r.label, 'value', r.value, 'archived', r.archived_at is not null)
                             order by r.position, r.id)
             from form_refvalues r
             where r.group_id = ${group_id} and r.form_id = f.id), '[]') as refvalues
    from forms f
    where f.group_id = ${group_id} and f.id = any(${wanted})
    order by f.id`
  return new Map(rows.map(row => [row.id, row]))
}

export const takesOneAnswer = ({ type }: KnownForm) => type !== 'checkbox'

/** What a plan depends on beside the answers. */
export interface AnswerContext {
  forms: Forms
  now: string
  writer: WriteContext
  /** Collects everything that is wrong. */
  faults: Fault[]
}

/**
 * Plans how the answers in one list of a contact become those that were sent. An answer that is stored already stays, even if its form is archived
 * by now; a new one must be allowed. `location` is the path of the list in the request, such as body.data.contact.formdatas.
 */
export function planAnswers(
  before: StoredAnswer[],
  sent: SentAnswer[],
  custom: boolean,
  location: string,
  context: AnswerContext,
): AnswerPlan {
  const { forms, faults } = context
  const left = before.map(answer => ({ ...answer, data: storedData(forms.get(answer.form_id), answer.data) }))
  const plan: AnswerPlan = { added: [], changed: [], removed: left }
  for (const { fields, source, index } of keepSameAnswers(plan, sent, custom, forms)) {
    const form = forms.get(fields.form_id)
    const fault = faultOf(fields, form, custom, sent, forms)
    if (fault)
      faults.push({ location: `${location}.${index}.${fault.field}`, message: fault.message, value: fault.value })
    if (fault || !form) continue
    const was = takeFirst(left, there => (takesOneAnswer(form) ? isAbout(there, fields) : isChoice(there, fields)))
    const answer = { ...fields, ...dateAndSource(fields, source, form, was, context) }
    if (was) plan.changed.push({ ...was, ...answer })
    else plan.added.push(answer)
  }
  return plan
}

/** Keeps the stored answers that were sent again, and returns the new ones. */
function keepSameAnswers(plan: AnswerPlan, sent: SentAnswer[], custom: boolean, forms: Forms) {
  const fresh: { fields: Fields; source: string | undefined; index: number }[] = []
  for (const [index, answer] of sent.entries()) {
    const fields = fieldsOf(answer, custom, forms)
    const source = answer.source === null ? '' : answer.source
    const same = takeFirst(plan.removed, there => isSame(there, fields, answer))
    if (!same) fresh.push({ fields, source, index })
    else if (source !== undefined && source !== same.source) plan.changed.push({ ...same, source })
  }
  return fresh
}

/** Removes the first answer that matches from the list and returns it. */
function takeFirst(answers: StoredAnswer[], matches: (answer: StoredAnswer) => boolean) {
  const index = answers.findIndex(matches)
  return index < 0 ? undefined : answers.splice(index, 1)[0]
}

/**
 * When an answer was given and where it came from. The date of a consent that is sent back unchanged with another answer belongs to the old answer, and
 * so does its source.
 */
function dateAndSource(
  fields: Fields,
  source: string | undefined,
  form: KnownForm,
  was: Fields | undefined,
  { now, writer }: AnswerContext,
) {
  const usual = writer.source ?? 'api'
  if (form.kind !== 'consent') return { date: fields.date, source: source ?? usual }
  const is_old = was !== undefined && fields.date === was.date
  return {
    date: is_old ? now : (fields.date ?? now),
    source: source === undefined || (is_old && source === was.source) ? usual : source,
  }
}

export function throwFaults(faults: Fault[]) {
  const [first] = faults
  if (first)
    throw new ApiError('invalid_request', msg`${first.location} ${first.message}.`, { faults: faults.slice(0, 20) })
}

const fieldsOf = (
  { form_id, form_ref_id, data, date, survey_id, form_version }: SentAnswer,
  custom: boolean,
  forms: Forms,
): Fields => ({
  custom,
  form_id,
  form_ref_id,
  data: storedData(forms.get(form_id), data ?? ''),
  date: instantOf(date ?? '') ?? null,
  survey_id: survey_id ?? null,
  source: '',
  form_version: form_version ?? forms.get(form_id)?.version ?? 1,
})

const isAbout = (a: Fields, b: Fields) => a.form_id === b.form_id && a.survey_id === b.survey_id
const isChoice = (a: Fields, b: Fields) => isAbout(a, b) && a.form_ref_id === b.form_ref_id
// A date and a version that were not sent do not change.
const isSame = (there: StoredAnswer, fields: Fields, sent: SentAnswer) =>
  isChoice(there, fields) &&
  there.data === fields.data &&
  (sent.date === undefined || there.date === fields.date) &&
  ((sent.form_version ?? null) === null || there.form_version === fields.form_version)

function faultOf(answer: Fields, form: KnownForm | undefined, custom: boolean, sent: SentAnswer[], forms: Forms) {
  const faultAt = (field: keyof Fields, message: Text) => ({ field, message, value: answer[field] })
  if (!form) return faultAt('form_id', msg`is ${answer.form_id}, which is not a form of your space`)
  if (form.archived) return faultAt('form_id', msg`is “${form.label}”, which is archived and takes no new answers`)
  if (custom !== (form.kind === 'custom_fields')) {
    const list = custom ? 'formdatas' : 'custom_fields'
    return faultAt('form_id', msg`is “${form.label}”, whose answers belong in ${list}`)
  }
  const refvalue = form.refvalues.find(({ id }) => id === answer.form_ref_id)
  if (!refvalue)
    return faultAt('form_ref_id', msg`is ${answer.form_ref_id}, which is not a value of the form “${form.label}”`)
  if (refvalue.archived)
    return faultAt('form_ref_id', msg`is “${refvalue.label}”, which is archived and takes no new answers`)
  if (answer.form_version > form.version)
    return faultAt('form_version', msg`must be at most ${form.version}, the version of “${form.label}”`)
  const wrong = faultInData(form, answer.data)
  if (wrong) return faultAt('data', wrong)
  const rivals = sent.filter(other => isAbout(fieldsOf(other, custom, forms), answer))
  if (takesOneAnswer(form) && rivals.length > 1)
    return faultAt('form_id', msg`is “${form.label}”, which takes one answer`)
  return undefined
}

/** The text of an answer as it is stored: a date becomes a timestamp, however it was written. */
export const storedData = (form: Pick<KnownForm, 'type'> | undefined, data: string) =>
  form?.type === 'date' ? (instantOf(data) ?? data) : data

/** What is wrong with an answer to a form of this type; undefined for a valid one. */
export function faultInData({ type }: Pick<KnownForm, 'type'>, data: string) {
  if (type === 'numeric' && !/^-?\d{1,15}([.,]\d{1,15})?$/.test(data)) return msg`must be a number, such as 12 or 3.5`
  if (type === 'date' && !instantOf(data)) return msg`must be a date, such as 2026-05-01 or 2026-05-01T00:00:00Z`
  return undefined
}

/** Writes the plans and the history of consents. The contacts must be locked or new. Returns whether anything was written. */
export async function writeAnswers(
  sql: Sql,
  writer: WriteContext,
  plans: { contact_id: number; plan: AnswerPlan }[],
  forms: Forms,
  now: string,
) {
  const { group_id, id: user_id } = writer.caller
  const asStored = <Answer extends Fields>(answer: Answer): Answer => ({
    ...answer,
    data: storedData(forms.get(answer.form_id), answer.data),
    // Records of merges and imports from before versions have none.
    form_version: answer.form_version ?? 1,
  })
  const added = plans.flatMap(({ contact_id, plan }) => plan.added.map(answer => ({ ...asStored(answer), contact_id })))
  const changed = plans.flatMap(({ plan }) => plan.changed.map(asStored))
  const removed = plans.flatMap(({ plan }) => plan.removed.map(({ id }) => id))
  if (removed.length > 0) await sql`delete from contact_answers where group_id = ${group_id} and id = any(${removed})`
  if (changed.length > 0) {
    const rows = JSON.stringify(changed)
    await sql`
      update contact_answers a
      set form_id = n.form_id, form_ref_id = n.form_ref_id, data = n.data, date = n.date, survey_id = n.survey_id, source = n.source,
          form_version = n.form_version,
          user_id = ${user_id}, updated_at = ${now}
      from json_populate_recordset(null::contact_answers, ${rows}::text::json) n
      where a.group_id = ${group_id} and a.id = n.id`
  }
  if (added.length > 0) {
    const rows = JSON.stringify(
      added.map(answer => ({ ...answer, group_id, user_id, created_at: now, updated_at: now })),
    )
    await sql`
      insert into contact_answers (group_id, contact_id, custom, form_id, form_ref_id, data, date, survey_id, source, form_version, user_id,
                                   created_at, updated_at)
      select group_id, contact_id, custom, form_id, form_ref_id, data, date, survey_id, source, form_version, user_id, created_at, updated_at
      from json_populate_recordset(null::contact_answers, ${rows}::text::json)
      returning group_id`
  }
  await recordConsents(sql, writer, plans, forms, now)
  return added.length + changed.length + removed.length > 0
}

async function recordConsents(
  sql: Sql,
  { caller: { group_id, id: user_id }, request_id, source = 'api' }: WriteContext,
  plans: { contact_id: number; plan: AnswerPlan }[],
  forms: Forms,
  created_at: string,
) {
  const isConsent = ({ form_id }: { form_id: number }) => {
    const form = forms.get(form_id)
    if (!form) throw new Error(`form ${form_id} of a written answer is not loaded`)
    return form.kind === 'consent'
  }
  const rows = plans.flatMap(({ contact_id, plan: { added, changed, removed } }) => [
    ...[...changed.filter(isConsent), ...added.filter(isConsent)].map(answer => ({
      ...answer,
      contact_id,
      given: true,
    })),
    ...removed.filter(isConsent).map(answer => ({ ...answer, date: created_at, source, contact_id, given: false })),
  ])
  if (rows.length === 0) return
  const facts = { group_id, created_at, user_id, request: request_id }
  const entries = rows.map(answer => ({ ...answer, ...wording(forms, answer), ...facts, id: undefined }))
  await sql`
    insert into consent_history (group_id, contact_id, form_id, form_label, form_ref_id, label, data, date, survey_id, given, source,
                                 form_version, user_id, request, created_at)
    select group_id, contact_id, form_id, form_label, form_ref_id, label, data, date, survey_id, given, source, form_version, user_id, request,
           created_at
    from json_populate_recordset(null::consent_history, ${JSON.stringify(entries)}::text::json)
    returning group_id`
}

// The wording that the person agreed to, as it was then. A proof of consent without it would be worthless.
function wording(forms: Forms, { form_id, form_ref_id }: Fields) {
  const form = forms.get(form_id)
  const refvalue = form?.refvalues.find(({ id }) => id === form_ref_id)
  if (!form || !refvalue) throw new Error(`form ${form_id} or its value ${form_ref_id} is not loaded`)
  return { form_label: form.label, label: refvalue.label }
}
