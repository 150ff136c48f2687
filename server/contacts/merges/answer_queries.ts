import { isDeepStrictEqual } from 'node:util'
import type { WriteContext } from '../../access/write_context.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Sql } from '../../db/sql.ts'
import {
  type AnswerPlan,
  type Forms,
  loadForms,
  type StoredAnswer,
  storedData,
  takesOneAnswer,
  writeAnswers,
} from '../core/answers.ts'
import type { MergeRecord } from './record.ts'

type Answers = MergeRecord['answers']

/**
 * Gives the survivor the answers they lack. Where a form takes one answer and both have one, the survivor's stays; of two consents the later one. The
 * merged contact keeps the others.
 */
export async function copyAnswers(sql: Sql, writer: WriteContext, from: number, to: number): Promise<Answers> {
  const { group_id } = writer.caller
  const [theirs, own] = [await answersOf(sql, group_id, from), await answersOf(sql, group_id, to)]
  const forms = await loadForms(
    sql,
    group_id,
    theirs.map(({ form_id }) => form_id),
  )
  const plan = planOf(own, theirs, forms)
  await writeAnswers(sql, writer, [{ contact_id: to, plan }], forms, await databaseTime(sql))
  const now = await answersOf(sql, group_id, to)
  const known = new Set(own.map(({ id }) => id))
  return {
    added: now.filter(({ id }) => !known.has(id)),
    changed: plan.changed.map(({ id }) => ({ before: byId(own, id), after: byId(now, id) })),
  }
}

function byId(answers: StoredAnswer[], id: number) {
  const answer = answers.find(one => one.id === id)
  if (!answer) throw new Error(`answer ${id} was just written`)
  return answer
}

/** Undoes the answers that are still as the merge left them. Returns the ids of the others. */
export async function undoAnswers(sql: Sql, writer: WriteContext, from: number, { added, changed }: Answers) {
  const { group_id } = writer.caller
  const now = new Map((await answersOf(sql, group_id, from)).map(answer => [answer.id, answer]))
  const forms = await loadForms(
    sql,
    group_id,
    [...now.values()].map(({ form_id }) => form_id),
  )
  // The record may be older than the current storage format of answers.
  const isStill = ({ data, ...answer }: StoredAnswer) => {
    const there = now.get(answer.id)
    const same = {
      ...answer,
      form_version: answer.form_version ?? 1,
      data: storedData(forms.get(answer.form_id), data),
    }
    return there !== undefined && isDeepStrictEqual({ ...there }, same)
  }
  const plan: AnswerPlan = {
    added: [],
    changed: changed.filter(({ after }) => isStill(after)).map(({ before }) => before),
    removed: added.filter(isStill),
  }
  await writeAnswers(sql, writer, [{ contact_id: from, plan }], forms, await databaseTime(sql))
  const given = [...added, ...changed.map(({ after }) => after)]
  return given.filter(answer => now.has(answer.id) && !isStill(answer)).map(({ id }) => id)
}

function planOf(own: StoredAnswer[], theirs: StoredAnswer[], forms: Forms): AnswerPlan {
  const plan: AnswerPlan = { added: [], changed: [], removed: [] }
  for (const { id: _, ...answer } of theirs) {
    const rival = own.find(there => isRival(there, answer, forms))
    if (!rival) plan.added.push(answer)
    else if (forms.get(answer.form_id)?.kind === 'consent' && (answer.date ?? '') > (rival.date ?? ''))
      plan.changed.push({ ...rival, ...answer })
  }
  return plan
}

/** Whether the survivor has this answer, or another one to a form that takes only one. */
function isRival(there: StoredAnswer, answer: Omit<StoredAnswer, 'id'>, forms: Forms) {
  const form = forms.get(answer.form_id)
  const about =
    there.custom === answer.custom && there.form_id === answer.form_id && there.survey_id === answer.survey_id
  return about && ((form && takesOneAnswer(form)) || there.form_ref_id === answer.form_ref_id)
}

const answersOf = async (sql: Sql, group_id: number, contact_id: number): Promise<StoredAnswer[]> => [
  ...(await sql<StoredAnswer[]>`
    select id, custom, form_id, form_ref_id, data, date, survey_id, source, form_version from contact_answers
    where group_id = ${group_id} and contact_id = ${contact_id}
    order by id`),
]
