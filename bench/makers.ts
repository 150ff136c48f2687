import type { Draw, Maker, Sent } from './making.ts'
import { operations } from './operations.ts'
import { peers } from './peers/peers.ts'
import type { World } from './world.ts'

export type { Sent }

const ours: Record<string, Maker> = Object.assign({}, ...Object.values(operations))

/** How each contender is asked. A bare server answers whatever it is asked, so it is asked as we are. */
export const makersOf = (contender: string): Record<string, Maker> => peers[contender]?.makers ?? ours

const drawn = (first: number, count: number) => first + Math.floor(Math.random() * Math.max(1, Math.floor(count)))

export const makeWith = (make: Maker, world: World, draw: Omit<Draw, 'among'>) => make(world, { ...draw, among: drawn })

/** The request with the first of everything: what it asks the database is recorded, and pgbench draws the rest. */
export const firstOf = (make: Maker, world: World, key: string) =>
  make(world, { n: 0, turn: 11, key: () => key, among: first => first })
