import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, PersonName, Timestamp } from '../../fields.ts'
import { askedFields } from '../core/shape.ts'

export const form_kinds = [
  'consent',
  'survey',
  'level_of_support',
  'custom_fields',
  'presence_status',
  'tasks',
] as const

export const FormKind = Type.Enum([...form_kinds], { title: 'FormKind', description: 'What a form is about.' })

const FieldType = Type.Enum(['text', 'numeric', 'date', 'radio', 'select', 'checkbox'], {
  title: 'FieldType',
  description: 'How a form is answered.',
})

const Label = Type.String({ ...Name, maxLength: 500 })
const refvalue = { label: Line, value: Line }

const RefValue = Type.Object({ id: Id, form_id: Id, ...refvalue, archived: Type.Boolean() }, { title: 'RefValue' })

const ids = (description: string) => Type.Array(Id, { maxItems: 100, description })
const VisibleTo = Type.Union(
  [
    Type.Object(
      {
        role_ids: ids('Roles whose users see the form.'),
        team_ids: ids('Teams whose members see the form.'),
      },
      { title: 'FormVisibility' },
    ),
    Type.Null(),
  ],
  {
    description:
      'Who sees the form and its answers, beside users with `forms:write`: users with one of the roles and members of one of the teams. ' +
      'Null: everyone. To see answers takes `contacts:sensitive` too.',
  },
)

/** What a form can be given when it is created, and later. */
const settings = {
  help: Type.Optional(askedFields.help),
  text: Type.Optional(askedFields.text),
  required_at_door: Type.Optional(askedFields.required_at_door),
  condition: Type.Optional(askedFields.condition),
  visible_to: Type.Optional(VisibleTo),
}

export const Form = Type.Object(
  {
    id: Id,
    group_id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    CreatedAt: Timestamp,
    UpdatedAt: Timestamp,
    label: Label,
    type: FieldType,
    kind: FormKind,
    archived: Type.Boolean({ description: 'Takes no new answers; existing answers stay.' }),
    refvalues: Type.Array(RefValue),
    position: Type.Integer({
      description: 'The place among the forms of its kind; forms with the same place are in order of creation.',
    }),
    ...askedFields,
    visible_to: VisibleTo,
  },
  { title: 'Form' },
)

/** A text that a consent had. */
export const FormVersion = Type.Object(
  {
    version: Type.Integer({ description: 'The number of the version, from 1.' }),
    created_at: Timestamp,
    user: Type.Union([PersonName, Type.Null()], { description: 'Who wrote it; null if unknown.' }),
    label: Label,
    text: Type.String({ description: 'What people agreed to; empty if the label said it.' }),
    answers: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How many answers contacts gave to this version and still have; null without `contacts:sensitive`.',
    }),
  },
  { title: 'FormVersion' },
)

const refvalues_max = 500

export const NewForm = input(
  {
    label: Label,
    type: FieldType,
    kind: FormKind,
    refvalues: Type.Array(input({ label: Line, value: Type.Optional(Line) }, 'NewRefValue'), {
      default: [],
      maxItems: refvalues_max,
    }),
    ...settings,
  },
  'NewForm',
)

export const FormChange = input(
  {
    label: Type.Optional(Label),
    type: Type.Optional(FieldType),
    kind: Type.Optional(FormKind),
    archived: Type.Optional(Type.Boolean()),
    refvalues: Type.Optional(
      Type.Array(
        input(
          {
            id: Type.Optional(Id),
            label: Type.Optional(Line),
            value: Type.Optional(Line),
            archived: Type.Optional(Type.Boolean()),
          },
          'RefValueChange',
        ),
        { maxItems: refvalues_max, description: 'The complete list: values left out are archived.' },
      ),
    ),
    ...settings,
  },
  'FormChange',
)

/** The forms of a kind in their new order. */
export const FormOrder = {
  form_ids: Type.Array(Id, {
    minItems: 1,
    maxItems: 1000,
    uniqueItems: true,
    description: 'Forms of this kind in their order. Forms left out come after them, in the order they have.',
  }),
}

export type FormVersion = Static<typeof FormVersion>
export type FormKind = (typeof form_kinds)[number]
export type Form = Static<typeof Form>
export type NewForm = Static<typeof NewForm>
export type FormChange = Static<typeof FormChange>
