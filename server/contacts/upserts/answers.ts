import { invalid } from '../../errors.ts'
import { faultInData, type KnownForm } from '../core/answers.ts'
import type { SentAnswer } from '../core/shape.ts'
import { type AnswerList, formKindOf, type Upsert, type UpsertAnswer } from './schema.ts'

interface NamedAnswer {
  id?: number
  label?: string
  value: NonNullable<UpsertAnswer['value']>
}

/** Answers that were sent by name, with their ids; and the reasons why others could not be resolved. */
export interface ResolvedAnswers {
  formdatas: SentAnswer[]
  custom_fields: SentAnswer[]
  reasons: string[]
}

export const answerListsOf = (sent: Upsert) =>
  (Object.keys(formKindOf) as AnswerList[]).flatMap(list =>
    (sent[list] ?? []).map((answer, index) => ({ list, answer, index })),
  )

/** The answers that were sent by name. To resolve them needs the forms of their kinds. */
export const namedAnswerLists = (sent: Upsert) =>
  answerListsOf(sent).filter(({ answer }) => answer.form_id === undefined)

/**
 * Resolves answers by name. `forms` are those of the space that can be answered. An answer that is sent as it was read needs none of them: it may be
 * stored already, even if its form is archived by now, and is checked when it is written.
 */
export function resolveAnswers(sent: Upsert, forms: KnownForm[]): ResolvedAnswers {
  const resolved: ResolvedAnswers = { formdatas: [], custom_fields: [], reasons: [] }
  for (const { list, answer, index } of answerListsOf(sent)) {
    const found =
      answer.form_id === undefined
        ? resolveOne(
            named(answer, `body.data.${list}.${index}`),
            forms.filter(({ kind }) => kind === formKindOf[list]),
            list,
          )
        : [asRead(answer, `body.data.${list}.${index}`)]
    if (typeof found === 'string') resolved.reasons.push(`${list}.${index}: ${found}`)
    else resolved[list === 'custom_fields' ? 'custom_fields' : 'formdatas'].push(...found)
  }
  // An answer by name is newer than one to the same form that was read and is sent back.
  const answered = new Set(resolved.formdatas.map(({ form_id }) => form_id))
  resolved.formdatas.push(...(sent.formdatas ?? []).filter(({ form_id }) => !answered.has(form_id)))
  return resolved
}

// Some clients send every field: an id of null or 0 and a label of null count as left out.
function named({ id, label, value }: UpsertAnswer, place: string): NamedAnswer {
  if (value === undefined || value === null)
    throw invalid(`${place}.value`, 'is required, or form_id, form_ref_id and data as a contact is read', null)
  return { ...(id && { id }), ...(typeof label === 'string' && { label }), value }
}

function asRead({ id: _, label: __, value: ___, ...answer }: UpsertAnswer, place: string): SentAnswer {
  const { form_id, form_ref_id, data } = answer
  if (form_id === undefined) throw invalid(`${place}.form_id`, 'is required', null)
  if (form_ref_id === undefined) throw invalid(`${place}.form_ref_id`, 'is required beside form_id', null)
  if (data === undefined) throw invalid(`${place}.data`, 'is required beside form_id', null)
  return { ...answer, form_id, form_ref_id, data }
}

function resolveOne(answer: NamedAnswer, forms: KnownForm[], list: AnswerList): SentAnswer[] | string {
  const form = formOf(answer, forms, list)
  if (typeof form === 'string') return form
  const values = Array.isArray(answer.value) ? answer.value : [answer.value]
  if (values.length > 1 && form.type !== 'checkbox') return `the form “${form.label}” takes one answer.`
  const answers: SentAnswer[] = []
  for (const value of values) {
    const found = chosenAnswer(form, value)
    if (typeof found === 'string') return found
    answers.push(found)
  }
  return answers
}

function formOf({ id, label }: NamedAnswer, forms: KnownForm[], list: AnswerList) {
  if (id === undefined && label === undefined) return 'name the form by its id or its label.'
  const named = forms.filter(
    form => (id === undefined || form.id === id) && (label === undefined || isSame(form.label, label)),
  )
  const said = [...(id === undefined ? [] : [`the id ${id}`]), ...(label === undefined ? [] : [`the label “${label}”`])]
  const [form, other] = named
  if (!form) return `no form for ${list} has ${said.join(' and ')}.`
  return other ? `several forms for ${list} have ${said.join(' and ')}; name one by its id.` : form
}

function chosenAnswer(form: KnownForm, value: string | number): SentAnswer | string {
  const [free] = form.refvalues
  if (form.type === 'text' || form.type === 'numeric' || form.type === 'date') {
    const [data, wrong] = [String(value), faultInData(form, String(value))]
    if (wrong || !free) return `the answer to “${form.label}” ${wrong}.`
    return { form_id: form.id, form_ref_id: free.id, data }
  }
  const choices = form.refvalues.filter(({ archived }) => !archived)
  const chosen =
    typeof value === 'number'
      ? choices.find(({ id }) => id === value)
      : (choices.find(({ label }) => isSame(label, value)) ?? choices.find(choice => isSame(choice.value, value)))
  if (!chosen) return `“${value}” is no value of the form “${form.label}”.`
  return { form_id: form.id, form_ref_id: chosen.id, data: chosen.value }
}

const isSame = (a: string, b: string) => plain(a) === plain(b)

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .trim()
    .toLowerCase()
