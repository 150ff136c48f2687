import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DuplicateGroup } from '../sdk/operations.ts'
import { pairsOf } from './src/contacts/duplicates/pairs.ts'

// Only the fields that the tested function reads.
const aGroup = (ids: number[], not_duplicates: [number, number][] = []) =>
  ({ contacts: ids.map(id => ({ id })), not_duplicates }) as unknown as DuplicateGroup

const nothing = { different: new Set<string>(), gone: new Set<number>() }
const keysOf = (groups: DuplicateGroup[], decided = {}) =>
  pairsOf(groups, { ...nothing, ...decided }).map(({ key }) => key)

describe('the pairs of duplicates', () => {
  test('are listed once, also if they share several values', () => {
    assert.deepEqual(keysOf([aGroup([1, 2]), aGroup([1, 2]), aGroup([2, 3])]), ['1-2', '2-3'])
  })

  test('of a group face its first contact', () => {
    assert.deepEqual(keysOf([aGroup([1, 2, 3])]), ['1-2', '1-3'])
  })

  test('face another one if they are known to differ from the first', () => {
    assert.deepEqual(keysOf([aGroup([1, 2, 3], [[1, 3]])]), ['1-2', '2-3'])
    assert.deepEqual(keysOf([aGroup([1, 2, 3])], { different: new Set(['1-2', '1-3']) }), ['2-3'])
  })

  test('are left out when one of them was merged', () => {
    assert.deepEqual(keysOf([aGroup([1, 2, 3])], { gone: new Set([1]) }), ['2-3'])
  })
})
