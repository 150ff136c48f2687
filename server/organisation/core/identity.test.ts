import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSiren } from './identity.ts'

test('a SIREN has nine digits, of which the last fits the others', () => {
  for (const siren of ['732829320', '552100554', '775685019']) assert.ok(isSiren(siren), siren)
  for (const siren of ['732829321', '723829320', '000000000', '73282932', '732 829 320', ''])
    assert.ok(!isSiren(siren), siren)
})
