import { notFound } from '../../errors.ts'
import {
  type AnswerContext,
  type AnswerPlan,
  type Forms,
  planAnswers,
  type StoredAnswer,
  throwFaults,
} from '../core/answers.ts'
import { changeContacts } from '../core/bulk.ts'
import { visibleForms } from '../core/form_visibility.ts'
import type { SentAnswer } from '../core/shape.ts'
import { answersOf } from '../core/stored_answers.ts'
import { type KindOfChange, type LockedContact, type StepContext, splitKept } from './kind.ts'
import { formOf } from './permissions.ts'
import { reserveIds } from './step_queries.ts'

/** All answers to the form. */
interface AnswerUndo {
  before: StoredAnswer[]
  after: StoredAnswer[]
}

const kindOf = (
  planFor: (context: StepContext, stored: StoredAnswer[], answers: AnswerContext) => AnswerPlan,
): KindOfChange<AnswerUndo> => ({
  apply: async (context, contacts) => {
    const { sql, writer } = context
    const { group_id } = writer.caller
    const { forms, now } = await prepare(context)
    const form_ids = [...forms.keys()]
    const ids = contacts.map(({ id }) => id)
    const stored = await answersOf(sql, group_id, ids, form_ids)
    const answers: AnswerContext = { forms, now, writer, faults: [] }
    const planned = contacts
      .map(contact => ({ contact, plan: planFor(context, stored.get(contact.id) ?? [], answers) }))
      .filter(({ plan }) => plan.added.length + plan.changed.length + plan.removed.length > 0)
    throwFaults(answers.faults)
    await write(context, planned, forms, now)
    const after = await answersOf(sql, group_id, ids, form_ids)
    return {
      changed: planned.map(({ contact: { id } }) => ({
        contact_id: id,
        undo: { before: stored.get(id) ?? [], after: after.get(id) ?? [] },
      })),
      refused: [],
    }
  },

  undo: async (context, changes) => {
    const { sql, writer } = context
    const { forms, now } = await prepare(context)
    const ids = changes.map(({ contact }) => contact.id)
    const current = await answersOf(sql, writer.caller.group_id, ids, [...forms.keys()])
    const { undoable, kept } = splitKept(changes, ({ contact, undo }) =>
      isSameList(current.get(contact.id) ?? [], undo.after),
    )
    const planned = undoable.map(({ contact, undo }) => ({
      contact,
      plan: planBack(current.get(contact.id) ?? [], undo.before),
    }))
    await write(context, planned, forms, now)
    return kept
  },
})

export const answerChange = kindOf(({ change: { answer } }, stored, answers) => {
  if (!answer) return { added: [], changed: [], removed: [] }
  return planAnswer(stored, answer, answers)
})

export const answerRemoval = kindOf(({ change: { remove_answer } }, stored) => ({
  added: [],
  changed: [],
  removed: stored.filter(({ form_ref_id }) => [undefined, form_ref_id].includes(remove_answer?.form_ref_id)),
}))

/** Adds the answer to the stored ones; to a form that takes one answer, it replaces the old one. */
export function planAnswer(stored: StoredAnswer[], answer: SentAnswer, answers: AnswerContext): AnswerPlan {
  const custom = answers.forms.get(answer.form_id)?.kind === 'custom_fields'
  const same_list = stored.filter(one => one.custom === custom)
  return { ...planAnswers(same_list, [answer], custom, 'answers', answers), removed: [] }
}

/** The form, which the caller may no longer see since the change was started, and the time. */
async function prepare({ sql, writer, change }: StepContext) {
  const { group_id } = writer.caller
  const form_id = formOf(change)
  const forms = await visibleForms(sql, writer.caller, form_id === undefined ? [] : [form_id])
  if (forms.size === 0) throw notFound('form')
  const { now } = await reserveIds(sql, group_id, 0)
  return { forms, now }
}

async function write(
  { sql, writer }: StepContext,
  planned: { contact: LockedContact; plan: AnswerPlan }[],
  forms: Forms,
  now: string,
) {
  const changes = planned.map(({ contact, plan }) => ({ before: contact, after: contact, plan, tags: [] }))
  await changeContacts(sql, writer, changes, forms, now)
}

/** The plan from the current answers back to the old ones. */
function planBack(now: StoredAnswer[], before: StoredAnswer[]): AnswerPlan {
  const old = new Map(before.map(answer => [answer.id, answer]))
  const current = new Set(now.map(({ id }) => id))
  const changed = now.flatMap(answer => {
    const was = old.get(answer.id)
    return was && contentOf(was) !== contentOf(answer) ? [was] : []
  })
  return {
    added: before.filter(({ id }) => !current.has(id)).map(({ id: _, ...fields }) => fields),
    changed,
    removed: now.filter(({ id }) => !old.has(id)),
  }
}

// An answer that an undo adds again has another id, so ids are not compared.
const contentOf = ({ form_id, form_ref_id, data, date, survey_id, source, form_version }: StoredAnswer) =>
  JSON.stringify([form_id, form_ref_id, data, date, survey_id, source, form_version])

const isSameList = (a: StoredAnswer[], b: StoredAnswer[]) =>
  JSON.stringify(a.map(contentOf).sort()) === JSON.stringify(b.map(contentOf).sort())
