import { type Static, Type } from 'typebox'
import { Id, IdFromZero, input, Line, nullable, Prose } from '../../fields.ts'
import { AnswerAsRead, SentContact, sentDetails } from '../core/shape.ts'

const Choice = Type.Union([Prose, Type.Number()])

/**
 * An answer by names: the form by its id or label, the value by its id, label or value, or free input. Or as it is read from a contact: by
 * `form_id`, `form_ref_id` and `data`; the `id` is then that of the answer and does not count.
 */
const NamedAnswer = input(
  {
    id: Type.Optional(
      Type.Union([IdFromZero, Type.Null()], { description: 'The form; beside `form_id` it is ignored.' }),
    ),
    label: Type.Optional(nullable(Line)),
    value: Type.Optional(
      Type.Union([Choice, Type.Array(Choice, { minItems: 1, maxItems: 100 }), Type.Null()], {
        description: 'What was answered; several for a form with checkboxes.',
      }),
    ),
    ...Type.Partial(AnswerAsRead).properties,
  },
  'NamedAnswer',
)

const answersTo = (kind: string) =>
  Type.Optional(nullable(Type.Array(NamedAnswer, { maxItems: 500, description: `Answers to forms of kind ${kind}.` })))

/** The lists that answers come in, and the kind of form that each of them answers. */
export const formKindOf = {
  consents: 'consent',
  custom_fields: 'custom_fields',
  status: 'level_of_support',
  forms: 'survey',
  actions: 'tasks',
  name_presences: 'presence_status',
} as const

export type AnswerList = keyof typeof formKindOf

export const Upsert = {
  id: Type.Optional(Id),
  ...sentDetails,
  tags: SentContact.properties.tags,
  formdatas: SentContact.properties.formdatas,
  consents: answersTo(formKindOf.consents),
  custom_fields: answersTo(formKindOf.custom_fields),
  status: answersTo(formKindOf.status),
  forms: answersTo(formKindOf.forms),
  actions: answersTo(formKindOf.actions),
  name_presences: answersTo(formKindOf.name_presences),
}

export const UpsertReceipt = Type.Object(
  {
    receipt: Type.String(),
    state: Type.Enum(['pending', 'created', 'updated', 'refused'], { description: 'The result of the upsert.' }),
    contact_id: nullable(Id),
    reasons: Type.Array(Type.String()),
  },
  { title: 'UpsertReceipt' },
)

/** By what a person is looked for before all else, where the sender says so. */
export const KnownBy = Type.Literal('external_id', {
  description: 'The contact with this `external_id` is meant, if there is one, or the survivor of one that was merged.',
})

const UpsertBody = input(Upsert)

export type KnownBy = Static<typeof KnownBy>
export type UpsertAnswer = Static<typeof NamedAnswer>
export type Upsert = Static<typeof UpsertBody>
export type UpsertReceipt = Static<typeof UpsertReceipt>
