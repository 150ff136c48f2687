import { type Static, Type } from 'typebox'
import { Id } from '../../fields.ts'
import { fileAddressParts, fileFields } from '../core/fields.ts'

/** What is said of the membership that decides whether a person is a member. */
const membershipColumns = [
  'membership',
  'membership_start_date',
  'membership_end_date',
  'membership_price',
  'membership_amount',
  'membership_received',
] as const

/** The columns of an export, in this order. */
export const exportColumns = [
  'contact_id',
  ...fileFields,
  'membership_code',
  ...fileAddressParts,
  'created_at',
  'updated_at',
  'tags',
  ...membershipColumns,
] as const

export type ExportColumn = (typeof exportColumns)[number]

/** The permission that a column needs besides that to export. */
export function permissionFor(column: ExportColumn) {
  if (column === 'tags') return 'contacts:sensitive'
  return membershipColumns.some(name => name === column) ? 'finance:read' : undefined
}

export const ExportParams = {
  reason: Type.String({
    minLength: 3,
    maxLength: 500,
    pattern: '\\S',
    expects: 'not be blank',
    description: 'What the export is for. The audit log keeps it with the user and the number of contacts.',
  }),
  query: Type.Optional(Type.Unknown({ description: 'Which contacts, as in `POST /search`; left out: all.' })),
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
      'Whether to export people who opted out (`black_list`). Without it the header `x-do-not-contact-left-out` says how many were left out.',
  }),
  separator: Type.Enum([',', ';', 'tab'], { default: ',' }),
  bom: Type.Boolean({
    default: false,
    description: 'Whether the file begins with a byte order mark, which helps spreadsheets to recognise UTF-8.',
  }),
}

export type ExportParams = Static<ReturnType<typeof Type.Object<typeof ExportParams>>>
