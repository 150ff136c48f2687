import type { WriteContext } from '../../access/write_context.ts'
import type { Sql } from '../../db/sql.ts'
import { type Fault, invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { type AnswerContext, throwFaults } from '../core/answers.ts'
import { visibleForms } from '../core/form_visibility.ts'
import { distinctTags } from '../core/tags.ts'
import { checkCountries } from '../core/write.ts'
import { lockAction } from './action_queries.ts'
import { planAnswer } from './answer_changes.ts'
import { type BulkChangeContent, kinds } from './schema.ts'
import { reserveIds } from './step_queries.ts'

const at = 'body.data.change'

export function checkOneKind(change: BulkChangeContent) {
  if (Object.keys(change).length !== 1) throw invalid(at, msg`must have exactly one of ${kinds.join(', ')}`, null)
}

/** Refuses a change that no contact could take, and returns it as it is stored. */
export async function checkedContent(
  sql: Sql,
  writer: WriteContext,
  change: BulkChangeContent,
): Promise<BulkChangeContent> {
  if (change.tags) return { tags: await checkedTags(sql, change.tags) }
  if (change.fields) checkFields(change.fields)
  if (change.answer) return { answer: await checkedAnswer(sql, writer, change.answer) }
  if (change.remove_answer) await checkForm(sql, writer, change.remove_answer)
  if (change.action) await lockAction(sql, writer.caller, change.action.id)
  return change
}

async function checkedTags(sql: Sql, { add, remove }: NonNullable<BulkChangeContent['tags']>) {
  if (add.length + remove.length === 0) throw invalid(`${at}.tags.add`, 'or remove must contain a tag', null)
  const { both, ...names } = await distinctTags(sql, { add, remove })
  if (both !== null) throw invalid(`${at}.tags.remove`, msg`contains ${both}, which is also in add`, both)
  return names
}

/** These belong to one person. */
const personal = ['mail', 'external_id', 'nationbuilderid'] as const

function checkFields(fields: NonNullable<BulkChangeContent['fields']>) {
  const parts = fields.address ? Object.keys(fields.address) : []
  const names = Object.keys(fields).filter(name => name !== 'address' || fields.address === null || parts.length > 0)
  if (names.length === 0) throw invalid(`${at}.fields`, 'must have at least one field', null)
  for (const name of personal)
    if (fields[name])
      throw invalid(`${at}.fields.${name}`, 'belongs to one person; for many contacts it can only be emptied', null)
  const faults: Fault[] = []
  checkCountries(fields, `${at}.fields`, faults)
  throwFaults(faults)
}

/** A consent is given to the text of now, also by a contact who agreed to an older one, unless another version was sent. */
async function checkedAnswer(sql: Sql, writer: WriteContext, answer: NonNullable<BulkChangeContent['answer']>) {
  const { group_id } = writer.caller
  const [forms, { now }] = [
    await visibleForms(sql, writer.caller, [answer.form_id]),
    await reserveIds(sql, group_id, 0),
  ]
  const context: AnswerContext = { forms, now, writer, faults: [] }
  planAnswer([], answer, context)
  throwFaults(
    context.faults.map(fault => ({ ...fault, location: fault.location.replace(/^answers\.0/, `${at}.answer`) })),
  )
  const form = forms.get(answer.form_id)
  return form?.kind === 'consent' ? { ...answer, form_version: answer.form_version ?? form.version } : answer
}

async function checkForm(
  sql: Sql,
  { caller }: WriteContext,
  { form_id, form_ref_id }: { form_id: number; form_ref_id?: number },
) {
  const form = (await visibleForms(sql, caller, [form_id])).get(form_id)
  if (!form)
    throw invalid(`${at}.remove_answer.form_id`, msg`is ${form_id}, which is not a form of your space`, form_id)
  if (form_ref_id !== undefined && !form.refvalues.some(({ id }) => id === form_ref_id))
    throw invalid(
      `${at}.remove_answer.form_ref_id`,
      msg`is ${form_ref_id}, which is not a value of the form “${form.label}”`,
      form_ref_id,
    )
}
