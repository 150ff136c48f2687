import type { ImportField } from './schema.ts'

/** Another system, and the headers of its exports that differ from ours or mean something else there. */
interface System {
  name: string
  /** Headers that only this system has. A file with `marks_min` of them comes from it. */
  marks: string[]
  marks_min: number
  /** Null: not imported, whatever the header means elsewhere. */
  fields: Record<string, ImportField | ColumnMeaning | null>
}

/** A field, and what the values of its cells mean. */
export interface ColumnMeaning {
  field: ImportField
  values: Record<string, string>
}

const all = (words: string, meaning: string) => Object.fromEntries(words.split(', ').map(word => [word, meaning]))
const yes = 'yes, true, t, y, 1'
const no = 'no, false, f, n, 0'
// A person who may be contacted there may have opted out here, so only opt-outs are imported.
const optOut: ColumnMeaning = { field: 'black_list', values: all(no, '') }
const optIn: ColumnMeaning = { field: 'black_list', values: { ...all(yes, ''), ...all(no, 'yes') } }
const subscription: ColumnMeaning = {
  field: 'black_list',
  values: {
    ...all('subscribed, bouncing, previous bounce', ''),
    ...all('unsubscribed, spam complaint, previous spam complaint', 'yes'),
  },
}

const deceased: ColumnMeaning = { field: 'deceased', values: { ...all(yes, 'yes'), ...all(no, '') } }
const organisation: ColumnMeaning = {
  field: 'organisation',
  values: { ...all('1, organization, organisation', 'yes'), ...all('0, person, individual', '') },
}

const systems: System[] = [
  {
    name: 'NationBuilder',
    marks: ['nationbuilder id', 'signup type', 'primary address1', 'email opt in', 'tag list'],
    marks_min: 2,
    fields: {
      'nationbuilder id': 'external_id',
      'signup type': organisation,
      'first name': 'firstname',
      'last name': 'surname',
      'full name': null,
      prefix: null,
      sex: 'gender',
      'born at': 'birthdate',
      email: 'mail',
      'mobile number': 'mobile',
      'phone number': 'phone',
      'is deceased': deceased,
      'do not contact': optOut,
      'email opt in': optIn,
      'primary address1': 'street',
      'primary address2': 'addition',
      'primary city': 'city',
      'primary county': 'county',
      'primary state': 'state',
      'primary zip': 'postal_code',
      'primary country': 'country',
      'primary country code': 'country',
      'precinct name': 'polling_station',
      'tag list': 'tags',
    },
  },
  {
    name: 'CiviCRM',
    marks: [
      'first name',
      'contact type',
      'external identifier',
      'internal contact id',
      'do not email',
      'supplemental address 1',
      'sort name',
      'display name',
    ],
    marks_min: 2,
    fields: {
      // Its own number, not ours: taken for ours it would mix up people.
      'contact id': 'external_id',
      'internal contact id': 'external_id',
      'external identifier': 'external_id',
      'individual prefix': null,
      'birth date': 'birthdate',
      'street address': 'street',
      'supplemental address 1': 'addition',
      'postal code': 'postal_code',
      deceased,
      'is deceased': deceased,
      'do not email': optOut,
      'no bulk emails user opt out': optOut,
      'is opt out': optOut,
      'tag s': 'tags',
    },
  },
  {
    name: 'Action Network',
    marks: [
      'can2 user tags',
      'can2 subscription status',
      'can2 state abbreviated',
      'can2 user address',
      'can2 user city',
      'can2 county',
      'can2 phone',
    ],
    marks_min: 1,
    fields: {
      uuid: 'external_id',
      'can2 phone': 'mobile',
      'can2 subscription status': subscription,
      'can2 user address': 'street',
      'can2 user city': 'city',
      'can2 county': 'county',
      'can2 state abbreviated': 'state',
      'zip code': 'postal_code',
      'can2 user tags': 'tags',
    },
  },
]

/** The program that wrote these headers, given as bare words. */
export const detectSourceSystem = (headers: string[]): System | undefined =>
  systems.find(({ marks, marks_min }) => marks.filter(mark => headers.includes(mark)).length >= marks_min)

/** Whether dates such as 03/04/1980 have the month first. NationBuilder, the only program with this header, writes them so. */
export const isMonthFirst = (headers: string[]) => headers.includes('born at')
