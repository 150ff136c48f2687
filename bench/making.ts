import type { World } from './world.ts'

/** A request as it goes over the wire. */
export interface Sent {
  method: string
  path: string
  body?: string
  headers?: Record<string, string>
}

/** What a request may draw on to differ from the one before. */
export interface Draw {
  /** Its number in this measurement, and the number of the measurement. */
  n: number
  turn: number
  /** A new one at each call. */
  key: () => string
  /** One of so many, from the first on. */
  among: (first: number, count: number) => number
}

export type Maker<Value = Sent | undefined> = (world: World, draw: Draw) => Value
type Made<Value> = Value | Maker<Value>

const resolved = <Value>(made: Made<Value>, world: World, draw: Draw) =>
  typeof made === 'function' ? (made as Maker<Value>)(world, draw) : made

const asking =
  (method: string, path: Made<string | undefined>, body?: Maker<string>, type = 'application/json'): Maker =>
  (world, draw) => {
    const address = resolved(path, world, draw)
    if (address === undefined) return undefined
    const headers = {
      authorization: `Bearer ${world.token}`,
      ...(body && { 'content-type': type }),
      ...(method !== 'GET' && keyed(address) && { 'idempotency-key': draw.key() }),
    }
    return { method, path: address, headers, ...(body && { body: body(world, draw) }) }
  }

// Those only read, and are not taken twice for anything.
const keyed = (path: string) => !/^\/(search|kpi|v1\/exports|v1\/imports)\b/.test(path)

const dataOf =
  (data: Made<object>, beside: object = {}): Maker<string> =>
  (world, draw) =>
    JSON.stringify({ ...beside, data: resolved(data, world, draw) })

export const get = (path: Made<string>) => asking('GET', path)
export const post = (path: Made<string>, data: Made<object>, beside?: object) =>
  asking('POST', path, dataOf(data, beside))
export const patch = (path: Made<string>, data: Made<object>, type?: string) =>
  asking('PATCH', path, dataOf(data), type)
export const del = (path: Made<string | undefined>) => asking('DELETE', path)
export const file = (path: string, text: (draw: Draw) => string) =>
  asking('POST', path, (_, draw) => text(draw), 'text/csv')
