import { Type } from 'typebox'
import { Id, IdFromZero, nullable, Text, Timestamp } from '../../fields.ts'

// The kinds of contact fields. A kind decides what the interface reads and accepts, what an empty field holds, and the type of the column.

export interface FieldOptions {
  /** What the field is, in one sentence, and a realistic value. Left out where server/documentation describes every field of that name. */
  about?: string
  example?: string | number | boolean
  /** The headers of a file that mean this field, in French and English, without accents and signs. Left out: neither imported nor exported. */
  headers?: string
  /** False: search does not know the field. */
  search?: TextSearch | false
  /** The field that a merge moves this one with. */
  follows?: string
}

/** How search compares a text. */
export interface TextSearch {
  /** The column `<field>_key` of contact_index holds the text as it is compared, with an index in its order. */
  sorted?: boolean
}

const notes = ({ about, example }: FieldOptions) => ({
  ...(about !== undefined && { description: about }),
  ...(example !== undefined && { examples: [example] }),
})

/** A text of up to 500 characters. */
export const text = <const Options extends FieldOptions>(options: Options) => {
  const schema = Type.String({ ...Text, ...notes(options) })
  return { kind: 'text', schema, sent: schema, empty: '', column: 'text', ...options } as const
}

export const mail = <const Options extends FieldOptions>(options: Options) => {
  const schema = Type.String({ maxLength: 254, format: 'email_or_empty', ...notes(options) })
  return { kind: 'mail', schema, sent: schema, empty: '', column: 'text', ...options } as const
}

/** A telephone number. Its field `<field>_invalid` says whether it works. */
export const phone = <const Options extends FieldOptions>(options: Options) => {
  const schema = Type.String({ ...Text, ...notes(options) })
  return { kind: 'phone', schema, sent: schema, empty: '', column: 'text', ...options } as const
}

export const gender = <const Options extends FieldOptions>(options: Options) => {
  const schema = Type.Enum(['', 'M', 'F', 'O'], notes(options))
  return { kind: 'gender', schema, sent: schema, empty: '', column: 'text', ...options } as const
}

/** A country: sent as a code or a name, stored as its code. */
export const country = <const Options extends FieldOptions>(options: Options) => {
  const schema = Type.String({ pattern: '^([A-Za-z]{2,3})?$', ...notes(options) })
  const description = 'A country by its code, such as FR, or its name.'
  const sent = Type.String({ maxLength: 100, ...notes(options), description })
  return { kind: 'country', schema, sent, empty: '', column: 'text', ...options } as const
}

/** A day in the past, as its first instant; null if unknown. */
export const date = <const Options extends FieldOptions>(options: Options) => {
  const schema = Type.Union([Timestamp, Type.Null()], notes(options))
  const sent = Type.Union([Timestamp, Type.Literal('')], notes(options))
  return { kind: 'date', schema, sent, empty: null, column: 'timestamptz', ...options } as const
}

/** A number of up to a million; 0 if unknown. */
export const count = <const Options extends FieldOptions>(options: Options) => {
  const schema = Type.Integer({ minimum: 0, maximum: 1_000_000, ...notes(options) })
  return { kind: 'count', schema, sent: schema, empty: 0, column: 'integer', ...options } as const
}

export const flag = <const Options extends FieldOptions>(options: Options) => {
  const schema = Type.Boolean(notes(options))
  return { kind: 'flag', schema, sent: schema, empty: false, column: 'boolean', ...options } as const
}

/** The id of the person in another system; null if there is none. */
export const foreignId = <const Options extends FieldOptions>(options: Options) => {
  const schema = nullable(Type.Integer({ ...Id, ...notes(options) }))
  const sent = Type.Integer({ ...IdFromZero, ...notes(options) })
  return { kind: 'foreign_id', schema, sent, empty: null, column: 'bigint', ...options } as const
}

export interface AddressPartOptions extends Pick<FieldOptions, 'headers' | 'search'> {
  /** Its names on the wire, where there is another beside or instead of that of the column. */
  names?: readonly string[]
}

/** A part of an address. */
export const addressPart = <const Options extends AddressPartOptions>(options: Options) =>
  ({ kind: 'text', empty: '', column: 'text', ...options }) as const

/** How sure a geocoder was of the address. */
export const score = { kind: 'score', empty: 0, column: 'double precision', search: false } as const
