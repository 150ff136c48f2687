import type { Readable } from 'node:stream'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Topic } from '../db/notifications.ts'
import { xlsx_media } from '../xlsx.ts'
import type { DownloadChunk } from './stream/downloads.ts'

/** The response of an operation: its schema, its media type, and how the value of the handler is serialized. */
export interface ResponseFormat<Value> {
  schema: TSchema
  media:
    | 'application/json'
    | 'text/html'
    | 'text/css'
    | 'text/javascript'
    | 'text/csv'
    | 'text/plain'
    | 'text/event-stream'
    | 'application/pdf'
    | 'application/octet-stream'
    | 'application/vnd.pmtiles'
    | typeof xlsx_media
  write: (value: Value) => string | Buffer
  /** The file name, if browsers should save the response. */
  attachment?: string | ((value: Value) => string)
  /** The content security policy, if not the usual one, which forbids scripts. */
  policy?: string
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

const downloads = ['text/csv', 'text/plain', xlsx_media]

export const isDownload = ({ media }: ResponseFormat<unknown>) => downloads.includes(media)

const success = Type.Literal('success', { description: 'Always `success`.' })
const envelope = (fields: TProperties) => Type.Object({ status: success, ...fields })
export const next_cursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Send it as `cursor` for the next page.',
})

const json = <Value>(schema: TSchema, write: (value: Value) => string | Buffer): ResponseFormat<Value> => ({
  schema,
  media: 'application/json',
  write,
})

/** `{ status, data: { …fields } }` */
export const data = <Fields extends TProperties>(fields: Fields): ResponseFormat<Static<TObject<Fields>>> =>
  record(Type.Object(fields))

/** `{ status, data }`, where data is a record or a sentence. */
export const record = <Value extends TSchema>(value: Value): ResponseFormat<Static<Value>> =>
  json(envelope({ data: value }), value => JSON.stringify({ status: 'success', data: value }))

/** The same for a record that is stored as JSON text and sent without parsing. */
export const document = (value: TSchema): ResponseFormat<string> =>
  json(envelope({ data: value }), text => `{"status":"success","data":${text}}`)

/** The same with `warnings` beside `data`, if there are some. */
export const checkedDocument = <Warning extends TSchema>(
  value: TSchema,
  warning: Warning,
): ResponseFormat<{ document: string; warnings: Static<Warning>[] }> =>
  json(
    envelope({
      data: value,
      warnings: Type.Optional(
        Type.Array(warning, { description: 'What the checks of the space found. Left out if there is nothing.' }),
      ),
    }),
    ({ document, warnings }) =>
      `{"status":"success","data":${document}${warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ''}}`,
  )

/** The same with the record in a field of `data`. */
export const documentIn = (name: string, value: TSchema): ResponseFormat<string> =>
  json(envelope({ data: Type.Object({ [name]: value }) }), text => `{"status":"success","data":{"${name}":${text}}}`)

/** `{ status, data: [ …rows ], …others }` */
export function list<Row extends TSchema, Others extends TProperties>(row: Row, others: Others) {
  type List = Static<TObject<Others>> & { rows: Static<Row>[] }
  const names = Object.keys(others)
  return json<List>(envelope({ data: Type.Array(row), ...others }), value =>
    JSON.stringify({ status: 'success', data: value.rows, ...pick(value, names) }),
  )
}

const pick = (value: object, names: string[]) =>
  Object.fromEntries(names.map(name => [name, (value as Record<string, unknown>)[name]]))

/** `{ status, data: { name: [ …documents ] } }`, for serialized records that are joined with commas. */
export const documentsIn = (name: string, value: TSchema): ResponseFormat<Buffer> =>
  json(envelope({ data: Type.Object({ [name]: Type.Array(value) }) }), documents =>
    Buffer.concat([Buffer.from(`{"status":"success","data":{"${name}":[`), documents, Buffer.from(']}}')]),
  )

export const page = <Row extends TSchema>(row: Row) => list(row, { total: Type.Integer() })

/** For lists with a total that can also be continued at a cursor. */
export const countedPage = <Row extends TSchema>(row: Row) => list(row, { total: Type.Integer(), next_cursor })

/** For lists without a total. */
export const cursorPage = <Row extends TSchema>(row: Row) => list(row, { next_cursor })

/** For endless lists: there is always a next cursor. */
export const feed = <Row extends TSchema>(row: Row) =>
  list(row, {
    next_cursor: Type.String({ description: 'Send it as `cursor` to continue from here.' }),
    more: Type.Boolean({ description: 'Whether more rows are available now.' }),
  })

/** The same as `page`, for rows that are stored as JSON text and joined with commas. */
export const documentList = (row: TSchema): ResponseFormat<{ documents: string; total: number }> =>
  json(page(row).schema, ({ documents, total }) => `{"status":"success","data":[${documents}],"total":${total}}`)

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
export const documentPage = (row: TSchema): ResponseFormat<DocumentPage> =>
  json(envelope({ data: Type.Array(row), total: Type.Integer(), next_cursor }), ({ body }) => body)

export interface DocumentListing {
  /** The serialized records, joined with commas. */
  documents: Buffer
  count: number
  total: number
  next_cursor: string | null
}

/** `{ status, data: { name: [ …documents ] }, total, next_cursor }` */
export const documentListing = (name: string, row: TSchema): ResponseFormat<DocumentListing> =>
  json(
    envelope({ data: Type.Object({ [name]: Type.Array(row) }), total: Type.Integer(), next_cursor }),
    ({ documents, total, next_cursor }) =>
      Buffer.concat([
        Buffer.from(`{"status":"success","data":{"${name}":[`),
        documents,
        Buffer.from(`]},"total":${total},"next_cursor":${JSON.stringify(next_cursor)}}`),
      ]),
  )

/** The value without an envelope. */
export const bare = <Value extends TSchema>(value: Value): ResponseFormat<Static<Value>> => json(value, JSON.stringify)

/** The same for a value that is stored or kept as JSON text. */
export const bareDocument = (value: TSchema): ResponseFormat<string | Buffer> => json(value, text => text)

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

const download = (
  schema: TSchema,
  media: 'text/csv' | 'text/plain' | typeof xlsx_media,
): ResponseFormat<AsyncIterable<DownloadChunk>> => ({
  schema,
  media,
  write: () => {
    throw new Error('a stream cannot be serialized at once')
  },
})

/** A CSV file that is produced while it is sent. */
export const csv = download(csvFile, 'text/csv')

/** A text file that is produced while it is sent. */
export const textFile = (title: string, description: string, example: string) =>
  download(Type.String({ title, description, examples: [example] }), 'text/plain')

/** A spreadsheet that is produced while it is sent. */
export const spreadsheet = download(
  Type.String({
    title: 'SpreadsheetFile',
    description: 'A file in the format of Excel (XLSX).',
    contentMediaType: xlsx_media,
    examples: ['PK…'],
  }),
  xlsx_media,
)

/** A file that is made as a whole before it is sent, and its name. */
export interface NamedFile {
  name: string
  bytes: Buffer
}

export const pdf: ResponseFormat<NamedFile> = {
  schema: Type.String({
    title: 'PdfFile',
    description: 'A file to print, in PDF.',
    contentMediaType: 'application/pdf',
    examples: ['%PDF-1.7…'],
  }),
  media: 'application/pdf',
  write: ({ bytes }) => bytes,
  attachment: ({ name }) => name,
}

/** A file whose contents are outside the database. */
export interface StoredContents {
  name: string
  bytes: number
  open: () => Promise<Readable>
}

/** A stored file, as a file to save: browsers never show it as a page of this server. */
export const storedFile = <Value extends StoredContents>(): ResponseFormat<Value> => ({
  schema: Type.String({
    title: 'StoredFile',
    description: 'The contents of a file, as they were uploaded.',
    contentMediaType: 'application/octet-stream',
    examples: ['%PDF-1.7…'],
  }),
  media: 'application/octet-stream',
  write: () => {
    throw new Error('a stream cannot be serialized at once')
  },
})

export const isStoredFile = ({ media }: ResponseFormat<unknown>) => media === 'application/octet-stream'

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

/** An HTML page with scripts of this server, which may call the API. */
export const scriptedScreen: ResponseFormat<Screen> = {
  ...screen,
  policy:
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
}

export const script: ResponseFormat<string> = {
  schema: Type.String({ title: 'Script', description: 'The script of HTML pages.', examples: ['let opened = false'] }),
  media: 'text/javascript',
  write: text => text,
}
