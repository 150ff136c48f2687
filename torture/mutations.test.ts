import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { mutations } from './mutations.ts'

test('every fault changes a text that its file contains once', () => {
  assert.ok(mutations.length >= 60)
  for (const { file, was, now } of mutations) {
    assert.equal(readFileSync(file, 'utf8').split(was).length, 2, `${file}: ${was}`)
    assert.notEqual(was, now)
  }
})
