import { muster, type Operations } from '../../api.ts'
import { saveBlob } from '../../components/save_file.ts'
import { searchQuery } from '../contacts/data.ts'
import { file_address_fields, file_fields } from '../field_lists.ts'

type ExportParams = Operations['exports.download']['args']['data']
export type ExportColumn = NonNullable<ExportParams['columns']>[number]

/** What the file says of the membership that decides whether a person is a member. */
export const membershipColumns: ExportColumn[] = [
  'membership',
  'membership_start_date',
  'membership_end_date',
  'membership_price',
  'membership_amount',
  'membership_received',
]

/** The columns of the file, in this order. */
export const exportColumns: ExportColumn[] = [
  'contact_id',
  ...file_fields,
  'membership_code',
  ...file_address_fields,
  'created_at',
  'updated_at',
  'tags',
  ...membershipColumns,
]

export const default_columns: ExportColumn[] = [
  'contact_id',
  'firstname',
  'surname',
  'mail',
  'mobile',
  'house_number',
  'street',
  'postal_code',
  'city',
  'black_list',
]

/** French spreadsheets expect semicolons; the byte order mark marks UTF-8. */
const files = {
  french: { separator: ';', bom: true },
  english: { separator: ',', bom: true },
  tab: { separator: 'tab', bom: false },
} as const

interface ExportRequest {
  reason: string
  columns: ExportColumn[]
  forms: number[]
  kind: keyof typeof files
  query: object
  ids: number[] | undefined
  include_do_not_contact: boolean
}

/** Downloads the file and returns how many contacts were left out because they asked not to be contacted. */
export async function downloadContacts({ kind, query, ids, forms, ...params }: ExportRequest): Promise<number> {
  const { separator, bom } = files[kind]
  const { body, headers } = await muster.request('exports.download', {
    data: {
      ...params,
      separator,
      ...(forms.length > 0 && { forms }),
      ...(ids ? { ids } : { query: searchQuery(query) }),
    },
  })
  saveFile('contacts.csv', bom ? `\uFEFF${body}` : body)
  return Number(headers.get('x-do-not-contact-left-out') ?? 0)
}

/** Downloads a text as a file. */
export const saveFile = (name: string, text: string, type = 'text/csv') =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
