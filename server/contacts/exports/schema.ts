import { type Static, Type } from 'typebox'
import { Id } from '../../fields.ts'
import { fileAddressParts, fileFields } from '../core/fields.ts'

/** What an export can tell of a contact, in this order. */
export const exportColumns = [
  'contact_id',
  ...fileFields,
  'membership_code',
  ...fileAddressParts,
  'created_at',
  'updated_at',
  'tags',
] as const

export type ExportColumn = (typeof exportColumns)[number]

export const ExportParams = {
  reason: Type.String({
    minLength: 3,
    maxLength: 500,
    pattern: '\\S',
    expects: 'not be blank',
    description: 'What the data is taken out for. It is kept with who exported and how many.',
  }),
  query: Type.Optional(Type.Unknown({ description: 'Whom, as in `POST /search`; left out: everyone.' })),
  ids: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      maxItems: 100_000,
      description: 'Only these contacts.',
    }),
  ),
  columns: Type.Optional(
    Type.Array(Type.Enum([...exportColumns]), { minItems: 1, maxItems: exportColumns.length, uniqueItems: true }),
  ),
  forms: Type.Optional(
    Type.Array(Id, {
      maxItems: 20,
      uniqueItems: true,
      description:
        'Forms whose answers follow in columns of their own, named as the form; several answers are joined by |.',
    }),
  ),
  include_do_not_contact: Type.Boolean({
    default: false,
    description:
      'Also those who said “do not contact” (`black_list`). Without it they are left out, and the header `x-do-not-contact-left-out` says how many.',
  }),
  separator: Type.Enum([',', ';', 'tab'], { default: ',' }),
  bom: Type.Boolean({
    default: false,
    description: 'Begin with a byte order mark, by which spreadsheets recognise UTF-8.',
  }),
}

export type ExportParams = Static<ReturnType<typeof Type.Object<typeof ExportParams>>>
