import { type Static, Type } from 'typebox'

/** What an export can tell of a contact, in this order. */
export const exportColumns = [
  'contact_id',
  'external_id',
  'firstname',
  'surname',
  'married_name',
  'gender',
  'birthdate',
  'age_category',
  'birth_city',
  'birth_country',
  'nationality',
  'mail',
  'mobile',
  'phone',
  'black_list',
  'membership_code',
  'house_number',
  'street',
  'addition',
  'building',
  'floor',
  'door',
  'infos',
  'postal_code',
  'city_code',
  'city',
  'county',
  'state',
  'country',
  'polling_station',
  'latitude',
  'longitude',
  'created_at',
  'updated_at',
  'tags',
] as const

export type ExportColumn = (typeof exportColumns)[number]

export const ExportWish = {
  reason: Type.String({
    minLength: 3,
    maxLength: 500,
    pattern: '\\S',
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
  separator: Type.Enum([',', ';', 'tab'], { default: ',' }),
  bom: Type.Boolean({
    default: false,
    description: 'Begin with a byte order mark, by which spreadsheets recognise UTF-8.',
  }),
}

export type ExportWish = Static<ReturnType<typeof Type.Object<typeof ExportWish>>>
