import type { Dataset } from './dataset.ts'
import { operations } from './operations.ts'
import { peers } from './peers/peers.ts'
import type { RandomSource, RequestBuilder, RequestText } from './request_builders.ts'

export type { RequestText }

const ours: Record<string, RequestBuilder> = Object.assign({}, ...Object.values(operations))

/** The requests for a server: the one of a peer, or those of Muster. */
export function buildersOf(contender: string): Record<string, RequestBuilder> {
  const peer = peers[contender]
  return peer ? { [peer.operation]: peer.request } : ours
}

const pickId = (first: number, count: number) => first + Math.floor(Math.random() * Math.max(1, Math.floor(count)))

export const buildRequest = (make: RequestBuilder, dataset: Dataset, draw: Omit<RandomSource, 'pick'>) =>
  make(dataset, { ...draw, pick: pickId })

/** The request with the first of all ids, whose statements are recorded. pgbench replaces the ids. */
export const firstRequest = <Request>(make: RequestBuilder<Request>, dataset: Dataset, key: string) =>
  make(dataset, { n: 0, turn: 11, key: () => key, pick: first => first })
