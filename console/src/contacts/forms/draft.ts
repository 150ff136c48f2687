import type { Form } from '../../api.ts'
import { type FormChange, type FormInput, type FormKind, type FormType, hasChoices } from './data.ts'

/** A choice as it is edited. One without an id is new. */
export interface Choice {
  key: string
  id?: number
  label: string
  archived: boolean
}

/** A form as it is edited. */
export interface FormDraft {
  label: string
  kind: FormKind
  type: FormType
  help: string
  text: string
  required_at_door: boolean
  condition: Form['condition']
  visible_to: Form['visible_to']
  choices: Choice[]
}

let made = 0
export const newChoice = (label: string): Choice => ({ key: `new ${++made}`, label, archived: false })

export const emptyDraft = (kind: FormKind, type: FormType): FormDraft => ({
  label: '',
  kind,
  type,
  help: '',
  text: '',
  required_at_door: false,
  condition: null,
  visible_to: null,
  choices: [],
})

export const draftOf = ({
  label,
  kind,
  type,
  help,
  text,
  required_at_door,
  condition,
  visible_to,
  refvalues,
}: Form) => ({
  ...{ label, kind, type, help, text, required_at_door, condition, visible_to },
  choices: refvalues.map(({ id, label, archived }): Choice => ({ key: String(id), id, label, archived })),
})

/** The form as it is sent. Choices without a label are left out. */
export function inputOf(draft: FormDraft): FormInput {
  const { choices, ...fields } = draft
  const filled = choices.filter(({ label }) => label.trim())
  return {
    ...fields,
    text: fields.kind === 'consent' ? fields.text : '',
    refvalues: hasChoices(fields.type) ? filled.map(({ label }) => ({ label: label.trim() })) : [],
  }
}

/** A change of a form. The value that stands in files stays when a choice gets another label. */
export function changeOf(draft: FormDraft): FormChange {
  const { choices, kind: _, type, ...fields } = draft
  if (!hasChoices(type)) return fields
  const refvalues = choices
    .filter(({ id, label }) => id !== undefined || label.trim())
    .map(({ id, label, archived }) => ({ ...(id !== undefined && { id }), label: label.trim(), archived }))
  return { ...fields, refvalues }
}

/** The draft as a form, for the preview. New choices have negative ids. */
export const previewOf = (draft: FormDraft) => ({
  ...draft,
  refvalues: draft.choices
    .filter(({ archived, label }) => !archived && label.trim())
    .map(({ id, label }, index) => ({ id: id ?? -1 - index, label })),
})

/** A list with the item at `from` moved to `to`. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
