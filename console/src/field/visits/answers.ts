import type { ActionForm } from '../../api.ts'

/** The answers by form: ids of the values, or the text. */
export type Answers = Record<number, string[]>

export const isChoice = ({ type }: Pick<ActionForm, 'type'>) =>
  type === 'radio' || type === 'select' || type === 'checkbox'

interface SentAnswer {
  form_id: number
  form_ref_id: number
  data: string
  form_version?: number
}

/** The answers to one form as sent to the server; undefined if a number is not valid. */
export function answersTo(form: ActionForm, value: string[]): SentAnswer[] | undefined {
  if (isChoice(form))
    return form.refvalues
      .filter(({ id }) => value.includes(String(id)))
      .map(({ id }) => ({ form_id: form.id, form_ref_id: id, data: '', ...shownVersion(form) }))
  const data = value[0]?.trim()
  const [refvalue] = form.refvalues
  if (!data || !refvalue) return []
  if (form.type === 'numeric' && !/^-?\d{1,15}([.,]\d{1,15})?$/.test(data)) return undefined
  return [{ form_id: form.id, form_ref_id: refvalue.id, data, ...shownVersion(form) }]
}

/** The version of the text that was shown at the door, which may no longer be the current one when the visit is sent. */
const shownVersion = ({ kind, version }: ActionForm) =>
  kind === 'consent' && version !== undefined ? { form_version: version } : {}
