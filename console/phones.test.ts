import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPhone } from './src/components/phones.ts'

test('a telephone number is read in one form, however it was typed', () => {
  for (const typed of ['0639980657', '06.39.98.06.57', '06 39 98 06 57'])
    assert.equal(formatPhone(typed), '06 39 98 06 57')
  for (const typed of ['+33639980657', '+33 (0)6 39 98 06 57', '0033 6 39 98 06 57'])
    assert.equal(formatPhone(typed), '+33 6 39 98 06 57')
  assert.equal(formatPhone('07700-900123'), '07700 900123')
  assert.equal(formatPhone('+44 7700 900123'), '+44 7700 900123')
  assert.equal(formatPhone('06 39 98'), '06 39 98')
  assert.equal(formatPhone(''), '')
})
