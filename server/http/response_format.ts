import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Topic } from '../db/notifications.ts'
import type { DownloadChunk } from './stream/downloads.ts'

/** The response of an operation: its schema, its media type, and how the value of the handler is serialized. */
export interface ResponseFormat<Value> {
  schema: TSchema
  media: 'application/json' | 'text/html' | 'text/css' | 'text/csv' | 'text/event-stream'
  write: (value: Value) => string | Buffer
  /** The file name, if browsers should save the response. */
  attachment?: string
  /** The response is a stream: the value is read again when the topic is notified, and sent again if it has changed. */
  live?: LiveUpdates<Value>
}

export interface LiveUpdates<Value> {
  topic: Topic
  /** Ends the stream. */
  isFinal: (value: Value) => boolean
}

export type LiveResponseFormat<Value> = ResponseFormat<Value> & { live: LiveUpdates<Value> }

export const isLive = <Value>(reply: ResponseFormat<Value>): reply is LiveResponseFormat<Value> =>
  reply.live !== undefined

const success = Type.Literal('success', { description: 'Always `success`.' })
const json = 'application/json'
const next_cursor = Type.Union([Type.String(), Type.Null()], { description: 'Send it as `cursor` for the next page.' })

/** `{ status, data: { …fields } }` */
export const data = <Fields extends TProperties>(fields: Fields): ResponseFormat<Static<TObject<Fields>>> =>
  record(Type.Object(fields))

/** `{ status, data }`, where data is a record or a sentence. */
export function record<Value extends TSchema>(value: Value): ResponseFormat<Static<Value>> {
  return {
    schema: Type.Object({ status: success, data: value }),
    media: json,
    write: value => JSON.stringify({ status: 'success', data: value }),
  }
}

/** The same for a record that is stored as JSON text and sent without parsing. */
export function document(value: TSchema): ResponseFormat<string> {
  return { schema: record(value).schema, media: json, write: text => `{"status":"success","data":${text}}` }
}

/** The same with the record in a field of `data`. */
export function documentIn(name: string, value: TSchema): ResponseFormat<string> {
  return {
    schema: record(Type.Object({ [name]: value })).schema,
    media: json,
    write: text => `{"status":"success","data":{"${name}":${text}}}`,
  }
}

/** `{ status, data: { name: [ …documents ] } }`, for serialized records that are joined with commas. */
export function documentsIn(name: string, value: TSchema): ResponseFormat<Buffer> {
  return {
    schema: record(Type.Object({ [name]: Type.Array(value) })).schema,
    media: json,
    write: documents =>
      Buffer.concat([Buffer.from(`{"status":"success","data":{"${name}":[`), documents, Buffer.from(']}}')]),
  }
}

/** `{ status, data: [ …rows ], total }` */
export function page<Row extends TSchema>(row: Row): ResponseFormat<{ rows: Static<Row>[]; total: number }> {
  return {
    schema: Type.Object({ status: success, data: Type.Array(row), total: Type.Integer() }),
    media: json,
    write: ({ rows, total }) => JSON.stringify({ status: 'success', data: rows, total }),
  }
}

/** `{ status, data: [ …rows ], next_cursor }`, for lists without a total. */
export function cursorPage<Row extends TSchema>(
  row: Row,
): ResponseFormat<{ rows: Static<Row>[]; next_cursor: string | null }> {
  return {
    schema: Type.Object({ status: success, data: Type.Array(row), next_cursor }),
    media: json,
    write: ({ rows, next_cursor }) => JSON.stringify({ status: 'success', data: rows, next_cursor }),
  }
}

/** `{ status, data: [ …rows ], next_cursor, more }`, for endless lists: there is always a next cursor. */
export function feed<Row extends TSchema>(
  row: Row,
): ResponseFormat<{ rows: Static<Row>[]; next_cursor: string; more: boolean }> {
  return {
    schema: Type.Object({
      status: success,
      data: Type.Array(row),
      next_cursor: Type.String({ description: 'Send it as `cursor` to continue from here.' }),
      more: Type.Boolean({ description: 'Whether more rows are available now.' }),
    }),
    media: json,
    write: ({ rows, next_cursor, more }) => JSON.stringify({ status: 'success', data: rows, next_cursor, more }),
  }
}

/** The same as `page`, for rows that are stored as JSON text and joined with commas. */
export function documentList(row: TSchema): ResponseFormat<{ documents: string; total: number }> {
  return {
    schema: page(row).schema,
    media: json,
    write: ({ documents, total }) => `{"status":"success","data":[${documents}],"total":${total}}`,
  }
}

/** A serialized page of stored documents. `stamp` changes whenever the page does. */
export interface DocumentPage {
  body: Buffer
  stamp: string
}

const [opening, comma] = [Buffer.from('{"status":"success","data":['), Buffer.from(',')]

/** Joins documents as bytes: decoding and encoding a long page would cost more than everything else. */
export function documentPageBody(documents: Uint8Array[], total: number, next_cursor: string | null): Buffer {
  const end = Buffer.from(`],"total":${total},"next_cursor":${JSON.stringify(next_cursor)}}`)
  const parts = documents.flatMap((document, index) => (index === 0 ? [document] : [comma, document]))
  return Buffer.concat([opening, ...parts, end])
}

/** `{ status, data: [ …documents ], total, next_cursor }` */
export function documentPage(row: TSchema): ResponseFormat<DocumentPage> {
  return {
    schema: Type.Object({ status: success, data: Type.Array(row), total: Type.Integer(), next_cursor }),
    media: json,
    write: ({ body }) => body,
  }
}

/** `{ status, data: { name: [ …documents ] }, total, next_cursor }` */
export function documentListing(name: string, row: TSchema): ResponseFormat<DocumentListing> {
  return {
    schema: Type.Object({
      status: success,
      data: Type.Object({ [name]: Type.Array(row) }),
      total: Type.Integer(),
      next_cursor,
    }),
    media: json,
    write: ({ documents, total, next_cursor }) =>
      Buffer.concat([
        Buffer.from(`{"status":"success","data":{"${name}":[`),
        documents,
        Buffer.from(`]},"total":${total},"next_cursor":${JSON.stringify(next_cursor)}}`),
      ]),
  }
}

export interface DocumentListing {
  /** The serialized records, joined with commas. */
  documents: Buffer
  count: number
  total: number
  next_cursor: string | null
}

/** The value without an envelope. */
export function bare<Value extends TSchema>(value: Value): ResponseFormat<Static<Value>> {
  return { schema: value, media: json, write: value => JSON.stringify(value) }
}

/** The same for a record that is stored as JSON text. */
export function bareDocument(value: TSchema): ResponseFormat<string> {
  return { schema: value, media: json, write: text => text }
}

/** The same for a constant value that was serialized once. */
export function prewritten(value: TSchema): ResponseFormat<Buffer> {
  return { schema: value, media: json, write: bytes => bytes }
}

/** The value without an envelope, as a file to save. */
export const attachment = <Value extends TSchema>(value: Value, name: string): ResponseFormat<Static<Value>> => ({
  ...bare(value),
  attachment: name,
})

export const csvFile = Type.String({
  title: 'CsvFile',
  description: 'A CSV file in UTF-8, with a header.',
  examples: ['firstname,surname\nLéa,Marchand\n'],
})

/** A CSV file that is produced while it is sent. */
export const csv: ResponseFormat<AsyncIterable<DownloadChunk>> = {
  schema: csvFile,
  media: 'text/csv',
  write: () => {
    throw new Error('a stream cannot be serialized at once')
  },
}

/** A record as Server-Sent Events: its current state, and again whenever it changes. */
export function eventStream<Value extends TSchema>(
  value: Value,
  topic: Topic,
  isFinal: (value: Static<Value>) => boolean,
): LiveResponseFormat<Static<Value>> {
  return { schema: value, media: 'text/event-stream', write: value => JSON.stringify(value), live: { topic, isFinal } }
}

/** An HTML page. */
export interface Screen {
  status?: number
  html: string
}

export const htmlPage = Type.String({
  title: 'HtmlPage',
  description: 'A page for people, in French or English.',
  examples: ['<!doctype html>…'],
})

export const screen: ResponseFormat<Screen> = { schema: htmlPage, media: 'text/html', write: ({ html }) => html }

export const styleSheet: ResponseFormat<string> = {
  schema: Type.String({
    title: 'StyleSheet',
    description: 'The style sheet of the HTML pages.',
    examples: ['body { margin: 0 }'],
  }),
  media: 'text/css',
  write: text => text,
}
