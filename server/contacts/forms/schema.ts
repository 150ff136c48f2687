import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, Timestamp } from '../../fields.ts'

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
  },
  { title: 'Form' },
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
  },
  'FormChange',
)

export type FormKind = (typeof form_kinds)[number]
export type Form = Static<typeof Form>
export type NewForm = Static<typeof NewForm>
export type FormChange = Static<typeof FormChange>
