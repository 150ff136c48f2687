import type { Dataset } from './dataset.ts'

/** A request as it is sent. */
export interface RequestText {
  method: string
  path: string
  body?: string
  headers?: Record<string, string>
}

/** Values that make requests differ from each other. */
export interface RandomSource {
  /** The number of the request in this measurement, and the number of the measurement. */
  n: number
  turn: number
  /** A new idempotency key at each call. */
  key: () => string
  /** A random id of `count`, starting at `first`. */
  pick: (first: number, count: number) => number
}

export type RequestBuilder<Value = RequestText | undefined> = (dataset: Dataset, draw: RandomSource) => Value
type ValueOrBuilder<Value> = Value | RequestBuilder<Value>

const resolved = <Value>(made: ValueOrBuilder<Value>, dataset: Dataset, draw: RandomSource) =>
  typeof made === 'function' ? (made as RequestBuilder<Value>)(dataset, draw) : made

const request =
  (
    method: string,
    path: ValueOrBuilder<string | undefined>,
    body?: RequestBuilder<string>,
    type = 'application/json',
  ): RequestBuilder =>
  (dataset, draw) => {
    const address = resolved(path, dataset, draw)
    if (address === undefined) return undefined
    const headers = {
      authorization: `Bearer ${dataset.token}`,
      ...(body && { 'content-type': type }),
      ...(method !== 'GET' && takesKey(address) && { 'idempotency-key': draw.key() }),
    }
    return { method, path: address, headers, ...(body && { body: body(dataset, draw) }) }
  }

// These operations take no idempotency key.
const takesKey = (path: string) => !/^\/(search|kpi|v1\/exports|v1\/imports)\b/.test(path)

const dataOf =
  (data: ValueOrBuilder<object>, beside: object = {}): RequestBuilder<string> =>
  (dataset, draw) =>
    JSON.stringify({ ...beside, data: resolved(data, dataset, draw) })

export const get = (path: ValueOrBuilder<string>) => request('GET', path)
export const post = (path: ValueOrBuilder<string>, data: ValueOrBuilder<object>, beside?: object) =>
  request('POST', path, dataOf(data, beside))
export const patch = (path: ValueOrBuilder<string>, data: ValueOrBuilder<object>, type?: string) =>
  request('PATCH', path, dataOf(data), type)
export const del = (path: ValueOrBuilder<string | undefined>) => request('DELETE', path)
export const file = (path: string, text: (draw: RandomSource) => string) =>
  request('POST', path, (_, draw) => text(draw), 'text/csv')
