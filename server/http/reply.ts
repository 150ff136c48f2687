import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Topic } from '../db/notifications.ts'
import type { Piece } from './stream/downloads.ts'

/** What an operation answers, and how it is written on the wire. */
export interface Reply<Value> {
  schema: TSchema
  media: 'application/json' | 'text/html' | 'text/css' | 'text/csv' | 'text/event-stream'
  write: (value: Value) => string | Buffer
  /** The name under which it is saved, where it is a file to keep. */
  attachment?: string
  /** It is read again at this news and sent again when it has changed, until it is over. */
  live?: { topic: Topic; over: (value: any) => boolean }
}

const success = Type.Literal('success', { description: 'Always `success`.' })
const json = 'application/json'
const next_cursor = Type.Union([Type.String(), Type.Null()], { description: 'Send it as `cursor` for the next page.' })

/** `{ status, data: { …fields } }` */
export const data = <Fields extends TProperties>(fields: Fields): Reply<Static<TObject<Fields>>> =>
  record(Type.Object(fields))

/** `{ status, data }`, where data is the record itself or a sentence. */
export function record<Value extends TSchema>(value: Value): Reply<Static<Value>> {
  return {
    schema: Type.Object({ status: success, data: value }),
    media: json,
    write: value => JSON.stringify({ status: 'success', data: value }),
  }
}

/** The same for a record that is stored as the text of its answer, and passed on without being read. */
export function document(value: TSchema): Reply<string> {
  return { schema: record(value).schema, media: json, write: text => `{"status":"success","data":${text}}` }
}

/** The same where data has it under a name. */
export function documentIn(name: string, value: TSchema): Reply<string> {
  return {
    schema: record(Type.Object({ [name]: value })).schema,
    media: json,
    write: text => `{"status":"success","data":{"${name}":${text}}}`,
  }
}

/** `{ status, data: [ …rows ], total }` */
export function page<Row extends TSchema>(row: Row): Reply<{ rows: Static<Row>[]; total: number }> {
  return {
    schema: Type.Object({ status: success, data: Type.Array(row), total: Type.Integer() }),
    media: json,
    write: ({ rows, total }) => JSON.stringify({ status: 'success', data: rows, total }),
  }
}

/** `{ status, data: [ …rows ], next_cursor }`, for lists that nobody counts. */
export function cursorPage<Row extends TSchema>(row: Row): Reply<{ rows: Static<Row>[]; next_cursor: string | null }> {
  return {
    schema: Type.Object({ status: success, data: Type.Array(row), next_cursor }),
    media: json,
    write: ({ rows, next_cursor }) => JSON.stringify({ status: 'success', data: rows, next_cursor }),
  }
}

/** `{ status, data: [ …rows ], next_cursor, more }`, for what goes on for ever: there is always a cursor to go on with. */
export function feed<Row extends TSchema>(
  row: Row,
): Reply<{ rows: Static<Row>[]; next_cursor: string; more: boolean }> {
  return {
    schema: Type.Object({
      status: success,
      data: Type.Array(row),
      next_cursor: Type.String({ description: 'Send it as `cursor` to go on from here.' }),
      more: Type.Boolean({ description: 'Whether there is more already.' }),
    }),
    media: json,
    write: ({ rows, next_cursor, more }) => JSON.stringify({ status: 'success', data: rows, next_cursor, more }),
  }
}

/** `{ status, data: [ …rows ], total }`, where the rows are texts with commas between them. */
export function documentList(row: TSchema): Reply<{ documents: string; total: number }> {
  return {
    schema: page(row).schema,
    media: json,
    write: ({ documents, total }) => `{"status":"success","data":[${documents}],"total":${total}}`,
  }
}

/** A page of stored documents as it is sent, and what tells it from any other. */
export interface DocumentPage {
  body: Buffer
  stamp: string
}

const [opening, comma] = [Buffer.from('{"status":"success","data":['), Buffer.from(',')]

/** The documents as the bytes that came from the database: decoding a long page to encode it again costs more than all the rest. */
export function documentPageBody(documents: Uint8Array[], total: number, next_cursor: string | null): Buffer {
  const end = Buffer.from(`],"total":${total},"next_cursor":${JSON.stringify(next_cursor)}}`)
  const pieces = documents.flatMap((document, index) => (index === 0 ? [document] : [comma, document]))
  return Buffer.concat([opening, ...pieces, end])
}

/** `{ status, data: [ …documents ], total, next_cursor }` */
export function documentPage(row: TSchema): Reply<DocumentPage> {
  return {
    schema: Type.Object({ status: success, data: Type.Array(row), total: Type.Integer(), next_cursor }),
    media: json,
    write: ({ body }) => body,
  }
}

/** `{ status, data: { name: [ …documents ] }, total, next_cursor }` */
export function documentListing(name: string, row: TSchema): Reply<DocumentListing> {
  return {
    schema: Type.Object({
      status: success,
      data: Type.Object({ [name]: Type.Array(row) }),
      total: Type.Integer(),
      next_cursor,
    }),
    media: json,
    write: ({ documents, total, next_cursor }) =>
      `{"status":"success","data":{"${name}":[${documents.join()}]},"total":${total},"next_cursor":${JSON.stringify(next_cursor)}}`,
  }
}

export interface DocumentListing {
  documents: string[]
  total: number
  next_cursor: string | null
}

/** The value itself, for the endpoints that have no envelope. */
export function bare<Value extends TSchema>(value: Value): Reply<Static<Value>> {
  return { schema: value, media: json, write: value => JSON.stringify(value) }
}

/** The same for a record that comes as the text of its answer. */
export function bareDocument(value: TSchema): Reply<string> {
  return { schema: value, media: json, write: text => text }
}

/** The same for a value that never changes: its bytes, written once. */
export function prewritten(value: TSchema): Reply<Buffer> {
  return { schema: value, media: json, write: bytes => bytes }
}

/** The value itself, as a file to keep. */
export const attachment = <Value extends TSchema>(value: Value, name: string): Reply<Static<Value>> => ({
  ...bare(value),
  attachment: name,
})

/** A file of rows and columns. */
export const csvFile = Type.String({
  title: 'CsvFile',
  description: 'A CSV file in UTF-8, with a header.',
  examples: ['firstname,surname\nLéa,Marchand\n'],
})

/** A text that is made while it is sent, however long it gets. */
export const csv: Reply<AsyncIterable<Piece>> = {
  schema: csvFile,
  media: 'text/csv',
  write: () => {
    throw new Error('a stream is not written at once')
  },
}

/** A record that is followed: its present state at once, and again whenever it changes, as Server-Sent Events. */
export function eventStream<Value extends TSchema>(
  value: Value,
  topic: Topic,
  over: (value: Static<Value>) => boolean,
): Reply<Static<Value>> {
  return { schema: value, media: 'text/event-stream', write: value => JSON.stringify(value), live: { topic, over } }
}

/** A page for people. */
export interface Screen {
  status?: number
  html: string
}

export const htmlPage = Type.String({
  title: 'HtmlPage',
  description: 'A page for people, in French or English.',
  examples: ['<!doctype html>…'],
})

export const screen: Reply<Screen> = { schema: htmlPage, media: 'text/html', write: ({ html }) => html }

export const styleSheet: Reply<string> = {
  schema: Type.String({ title: 'StyleSheet', description: 'How the pages look.', examples: ['body { margin: 0 }'] }),
  media: 'text/css',
  write: text => text,
}
