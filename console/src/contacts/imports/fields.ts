import { file_address_fields, file_fields, withFirst } from '../field_lists.ts'

type ImportedField =
  | (typeof file_fields)[number]
  | (typeof file_address_fields)[number]
  | 'tags'
  | 'id'
  | 'organisation'
  | 'deceased'

const usual: ImportedField[] = [
  'firstname',
  'surname',
  'mail',
  'mobile',
  'phone',
  'house_number',
  'street',
  'addition',
  'postal_code',
  'city',
  'country',
  'birthdate',
  'gender',
  'tags',
  'black_list',
  'deceased',
  'organisation',
  'external_id',
  'id',
]

/** What a column of a file can hold, the usual fields first; answers to forms come on top. */
export const fields = withFirst<ImportedField>(usual, [...file_fields, ...file_address_fields])
