import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matchColumns, parseColumnMap, parseValueMap, sourceSystems } from './columns.ts'

const read = (system: string, headers: string, said?: string) => {
  const names = headers.split(',')
  const columns = matchColumns(names, sourceSystems[system as keyof typeof sourceSystems], parseColumnMap(said))
  return Object.fromEntries([...columns].map(([field, index]) => [field, names[index]]))
}

describe('columns', () => {
  test('of NationBuilder: the ID of the payment is not that of the person', () => {
    const headers = 'nationbuilder_id,signup_nationbuilder_id,amount,succeeded_at,payment_type_name'
    const expected = { id: 'nationbuilder_id', payer: 'signup_nationbuilder_id', method: 'payment_type_name' }
    assert.partialDeepStrictEqual(read('nationbuilder', headers), expected)
    assert.equal(read('nationbuilder', 'nationbuilder_id,Donation ID').id, 'Donation ID')
  })

  test('of CiviCRM: the ID is its own, not that of the bank', () => {
    const headers = 'Transaction ID,Contact ID,Contribution ID,Net Amount,Total Amount,Contribution Date,Financial Type'
    const money = { amount: 'Total Amount', date: 'Contribution Date', kind: 'Financial Type' }
    const ids = { id: 'Contribution ID', payer: 'Contact ID' }
    assert.partialDeepStrictEqual(read('civicrm', headers), { ...ids, ...money })
    assert.equal(read('civicrm', 'Transaction ID,id').id, undefined)
  })

  test('that say what became of the money are found in each program', () => {
    const created = 'nationbuilder_id,amount,amount_in_cents,created_at'
    const nation = read('nationbuilder', `${created},succeeded_at,failed_at,canceled_at,signup_membership_names`)
    const dates = { date: 'succeeded_at', failed_at: 'failed_at', reversed_at: 'canceled_at' }
    assert.partialDeepStrictEqual(nation, { ...dates, payer_memberships: 'signup_membership_names' })
    const amounts = 'Contribution ID,Net Amount,Total Amount'
    const civi = read('civicrm', `${amounts},Cancelled / Refunded Date,Receipt Date,Test Mode,Contribution Status`)
    const back = { amount: 'Total Amount', reversed_at: 'Cancelled / Refunded Date' }
    assert.partialDeepStrictEqual(civi, { ...back, test: 'Test Mode', status: 'Contribution Status' })
    const action = read('actionnetwork', 'Recipient,Amount,Net Amount,Status,Timestamp,Stripe Transaction ID')
    assert.deepEqual([action.recipient, action.id], ['Recipient', 'Stripe Transaction ID'])
  })

  test('of other programs are found in French, in English and by --map', () => {
    assert.deepEqual(read('generic', 'Numéro,Montant,Prénom,Courriel'), {
      id: 'Numéro',
      amount: 'Montant',
      firstname: 'Prénom',
      mail: 'Courriel',
    })
    assert.deepEqual(read('generic', 'id,amount,Paid', 'amount=paid,id='), { amount: 'Paid' })
  })

  test('--map and --values accept commas and equals signs in names', () => {
    const columns = Object.fromEntries(parseColumnMap('amount=Sum, total,id=No='))
    assert.deepEqual(columns, { amount: 'Sum, total', id: 'No=' })
    const values = Object.fromEntries(parseValueMap('Chèque=cheque,=completed'))
    assert.deepEqual(values, { cheque: 'cheque', '': 'completed' })
  })

  test('--values refuses a word of punctuation alone, which would match empty cells', () => {
    const without = /--values has “\?=completed”, without a letter or digit/
    assert.throws(() => parseValueMap('Check=cheque,?=completed'), without)
    assert.throws(() => parseColumnMap('=Total'), /--map has “=Total”, without a letter or digit/)
  })
})
