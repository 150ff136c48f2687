import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detailLines, detailText } from './src/integrations/audit/detail_texts.ts'

const formats = {
  month: (value: string) => `month ${value}`,
  day: (value: string) => `day ${value}`,
  instant: (value: string) => `instant ${value}`,
  number: (value: number) => value.toLocaleString('en'),
  word: (value: string) => ({ link: 'a link' })[value] ?? value,
  label: (key: string) => key,
  change: (from: string, to: string) => `${to} (was ${from})`,
  ...{ yes: 'yes', no: 'no', none: 'nothing' },
}
const written = (details: Record<string, unknown>) =>
  detailLines(details).map(({ keys, value }) => [keys.join('.'), detailText(keys.at(-1) ?? '', value, formats)])

describe('the details of an audit entry', () => {
  test('are written as months, days, numbers and words', () => {
    const details = {
      month: '2026-10',
      until: '2026-10-31',
      count: 1200,
      contact_id: 1200,
      new_secret: false,
      by: 'link',
    }
    assert.deepEqual(written(details), [
      ['month', 'month 2026-10'],
      ['until', 'day 2026-10-31'],
      ['count', '1,200'],
      ['contact_id', '1200'],
      ['new_secret', 'no'],
      ['by', 'a link'],
    ])
  })

  test('show each changed value before and after, and leave out what is empty', () => {
    const changed = { iban: { from: null, to: 'FR76' }, number: { from: null, to: '' } }
    assert.deepEqual(written({ name: 'Current account', changed, columns: [] }), [
      ['name', 'Current account'],
      ['iban', 'FR76'],
    ])
    assert.deepEqual(written({ name: 'Old', changed: { name: { from: 'Old', to: '' } } }), [
      ['name', 'nothing (was Old)'],
    ])
    assert.deepEqual(written({ from: 'User', to: 'Admin' }), [['', 'Admin (was User)']])
  })

  test('have no braces or brackets', () => {
    const balances = [{ account: '512', debit: 1, credit: 0 }]
    assert.deepEqual(written({ balances, rules: { cap: 5 } }), [
      ['balances', 'account 512 · debit 1 · credit 0'],
      ['rules.cap', '5'],
    ])
  })
})
