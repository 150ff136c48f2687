import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** What an operation answers, and how it is dressed for the wire. */
export interface Reply<Value> {
  schema: TSchema
  media: 'application/json' | 'text/html' | 'text/css'
  dress: (value: Value) => unknown
}

const success = Type.Literal('success')

/** `{ status, data: { …fields } }` */
export const data = <Fields extends TProperties>(fields: Fields): Reply<Static<TObject<Fields>>> =>
  record(Type.Object(fields))

/** `{ status, data }`, where data is the record itself or a sentence. */
export function record<Value extends TSchema>(value: Value): Reply<Static<Value>> {
  return {
    schema: Type.Object({ status: success, data: value }),
    media: 'application/json',
    dress: value => ({ status: 'success', data: value }),
  }
}

/** `{ status, data: [ …rows ], total }` */
export function page<Row extends TSchema>(row: Row): Reply<{ rows: Static<Row>[]; total: number }> {
  return {
    schema: Type.Object({ status: success, data: Type.Array(row), total: Type.Integer() }),
    media: 'application/json',
    dress: ({ rows, total }) => ({ status: 'success', data: rows, total }),
  }
}

/** The value itself, for the endpoints that have no envelope. */
export function bare<Value extends TSchema>(value: Value): Reply<Static<Value>> {
  return { schema: value, media: 'application/json', dress: value => value }
}

/** A page for people. */
export interface Screen {
  status?: number
  html: string
}

export const screen: Reply<Screen> = { schema: Type.String(), media: 'text/html', dress: ({ html }) => html }

export const styleSheet: Reply<string> = { schema: Type.String(), media: 'text/css', dress: text => text }
