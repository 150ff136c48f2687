import { invalid } from '../../errors.ts'
import { faultInData, type KnownForm } from '../core/answers.ts'
import type { SentAnswer } from '../core/shape.ts'
import { type AnswerList, kindOf, type Upsert, type UpsertAnswer } from './schema.ts'

interface NamedAnswer {
  id?: number
  label?: string
  value: NonNullable<UpsertAnswer['value']>
}

/** The answers that were sent by name, with the ids they stand for; and why some of them stand for nothing. */
export interface Resolved {
  formdatas: SentAnswer[]
  custom_fields: SentAnswer[]
  reasons: string[]
}

export const listsOf = (sent: Upsert) =>
  (Object.keys(kindOf) as AnswerList[]).flatMap(list =>
    (sent[list] ?? []).map((answer, index) => ({ list, answer, index })),
  )

/** The lists of answers that were sent by name: for these the forms of their kinds are needed. */
export const namedLists = (sent: Upsert) => listsOf(sent).filter(({ answer }) => answer.form_id === undefined)

/**
 * `forms` are those of the space that can be answered. An answer that is sent as it was read needs none of them: it may be there already,
 * whatever became of its form, and is looked at where it is written.
 */
export function resolveAnswers(sent: Upsert, forms: KnownForm[]): Resolved {
  const resolved: Resolved = { formdatas: [], custom_fields: [], reasons: [] }
  for (const { list, answer, index } of listsOf(sent)) {
    const found =
      answer.form_id === undefined
        ? resolveOne(
            named(answer, `body.data.${list}.${index}`),
            forms.filter(({ kind }) => kind === kindOf[list]),
            list,
          )
        : [asRead(answer, `body.data.${list}.${index}`)]
    if (typeof found === 'string') resolved.reasons.push(`${list}.${index}: ${found}`)
    else resolved[list === 'custom_fields' ? 'custom_fields' : 'formdatas'].push(...found)
  }
  // What is said of a form by name is newer than the answer that was read and came along.
  const said = new Set(resolved.formdatas.map(({ form_id }) => form_id))
  resolved.formdatas.push(...(sent.formdatas ?? []).filter(({ form_id }) => !said.has(form_id)))
  return resolved
}

// Null and 0 for the id, and null for the label, say nothing: some programs send every field.
function named({ id, label, value }: UpsertAnswer, place: string): NamedAnswer {
  if (value === undefined || value === null)
    throw invalid(`${place}.value`, 'is required, or form_id, form_ref_id and data as a contact is read', null)
  return { ...(id && { id }), ...(typeof label === 'string' && { label }), value }
}

function asRead({ id: _, label: __, value: ___, ...answer }: UpsertAnswer, place: string): SentAnswer {
  const { form_id, form_ref_id, data } = answer
  if (form_ref_id === undefined) throw invalid(`${place}.form_ref_id`, 'is required beside form_id', null)
  if (data === undefined) throw invalid(`${place}.data`, 'is required beside form_id', null)
  return { ...answer, form_id: form_id!, form_ref_id, data }
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
  if (named.length === 0) return `no form for ${list} has ${said.join(' and ')}.`
  return named.length > 1 ? `several forms for ${list} have ${said.join(' and ')}; name one by its id.` : named[0]!
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
