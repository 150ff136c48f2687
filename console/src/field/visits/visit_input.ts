import i18next from 'i18next'
import type { ActionForm } from '../../api.ts'
import { type Answers, answersTo } from './answers.ts'
import type { Result, VisitInput } from './doors.ts'

/** Results after which the required questions have an answer. */
const conversations: Result[] = ['talked', 'signed']
export const common_results: Result[] = ['talked', 'signed', 'come_back', 'refused']
const met_results: Result[] = [...common_results, 'voted', 'not_voted', 'abstention', 'other']
/** All results of the form: those used most first. */
export const all_results: Result[] = [
  ...common_results,
  ...(['leaflet', 'no_access', 'moved', 'wrong_address', 'deceased'] as const),
  ...(['voted', 'not_voted', 'abstention', 'other'] as const),
]

export const contact_parts = ['firstname', 'surname', 'mobile', 'mail'] as const
export type ContactParts = Partial<Record<(typeof contact_parts)[number], string>>

/** What was entered in the form of a visit. */
export interface EnteredVisit {
  result: Result | undefined
  /** The id of a contact, `new` or `unnamed`. */
  who: string
  contact: ContactParts
  comment: string
  answers: Answers
  /** The fields whose date is only half entered. */
  half_dates: string[]
}

/** Errors by field: `result`, a part of the contact, or `form` and its id. */
export type VisitErrors = Record<string, string>

export const formField = (id: number) => `form ${id}`

export const isMet = (result: Result | undefined) => result === undefined || met_results.includes(result)

/** The visit as it is sent, or what is wrong with it, field by field. */
export function readVisit(entered: EnteredVisit, forms: ActionForm[]): { visit: VisitInput } | { errors: VisitErrors } {
  const { result, who, comment } = entered
  const asked = isMet(result) ? forms : []
  const isNew = isMet(result) && who === 'new'
  const contact = Object.fromEntries(
    Object.entries(entered.contact).flatMap(([part, text]) => (text.trim() ? [[part, text.trim()]] : [])),
  )
  const errors = {
    ...(result === undefined && { result: i18next.t('form.result_needed', { ns: 'field' }) }),
    ...(isNew && { ...missingParts(contact, asked, entered.answers), ...contactErrors(contact) }),
    ...Object.fromEntries(asked.flatMap(form => answerError(form, entered))),
  }
  if (result === undefined || Object.keys(errors).length > 0) return { errors }
  const formdatas = asked.flatMap(form => answersTo(form, entered.answers[form.id] ?? []) ?? [])
  return {
    visit: {
      result,
      ...(comment.trim() && { comment: comment.trim() }),
      ...(formdatas.length > 0 && { formdatas }),
      ...(isNew && { contact }),
      ...(isMet(result) && Number(who) > 0 && { contact_id: Number(who) }),
    },
  }
}

const digits_min = 4

/** Checked here as well as on the server, which may see the visit hours later. */
function contactErrors(contact: ContactParts): VisitErrors {
  const { mobile, mail } = contact
  if (Object.keys(contact).length === 0) return { firstname: i18next.t('form.name_needed', { ns: 'field' }) }
  return {
    ...(mobile && mobile.replace(/\D/g, '').length < digits_min
      ? { mobile: i18next.t('form.not_a_phone', { ns: 'field' }) }
      : {}),
    ...(mail && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(mail)
      ? { mail: i18next.t('form.not_a_mail', { ns: 'field' }) }
      : {}),
  }
}

const part_of_channel = { mail: 'mail', phone: 'mobile', text_message: 'mobile', post: undefined } as const

/** The address or number that a consent is about. */
function missingParts(contact: ContactParts, forms: ActionForm[], answers: Answers): VisitErrors {
  const parts = forms.flatMap(({ id, channel, refvalues }) => {
    const agrees = refvalues.some(value => value.agrees && answers[id]?.includes(String(value.id)))
    return (agrees && channel && part_of_channel[channel]) || []
  })
  return Object.fromEntries(
    parts.filter(part => !contact[part]).map(part => [part, i18next.t(`form.${part}_needed`, { ns: 'field' })]),
  )
}

function answerError(form: ActionForm, { result, answers, half_dates }: EnteredVisit): [string, string][] {
  const value = answers[form.id] ?? []
  if (half_dates.includes(formField(form.id)))
    return [[formField(form.id), i18next.t('form.not_a_date', { ns: 'field' })]]
  if (answersTo(form, value) === undefined)
    return [[formField(form.id), i18next.t('form.not_a_number', { ns: 'field' })]]
  const needed = form.required_at_door && result !== undefined && conversations.includes(result)
  return needed && !value.some(text => text.trim())
    ? [[formField(form.id), i18next.t('form.answer_needed', { ns: 'field' })]]
    : []
}
