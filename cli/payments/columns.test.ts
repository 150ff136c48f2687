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
    const { id, payer, method } = read(
      'nationbuilder',
      'nationbuilder_id,signup_nationbuilder_id,amount,succeeded_at,payment_type_name',
    )
    assert.deepEqual([id, payer, method], ['nationbuilder_id', 'signup_nationbuilder_id', 'payment_type_name'])
    assert.equal(read('nationbuilder', 'nationbuilder_id,Donation ID').id, 'Donation ID')
  })

  test('of CiviCRM: the ID is its own, not that of the bank', () => {
    const headers = 'Transaction ID,Contact ID,Contribution ID,Net Amount,Total Amount,Contribution Date,Financial Type'
    const { id, payer, amount, date, kind } = read('civicrm', headers)
    assert.deepEqual(
      [id, payer, amount, date, kind],
      ['Contribution ID', 'Contact ID', 'Total Amount', 'Contribution Date', 'Financial Type'],
    )
    assert.equal(read('civicrm', 'Transaction ID,id').id, undefined)
  })

  test('that say what became of the money are found in each program', () => {
    const nation = read(
      'nationbuilder',
      'nationbuilder_id,amount,amount_in_cents,created_at,succeeded_at,failed_at,canceled_at,reference,signup_membership_names',
    )
    assert.deepEqual(
      [nation.date, nation.failed_at, nation.reversed_at, nation.payer_memberships],
      ['succeeded_at', 'failed_at', 'canceled_at', 'signup_membership_names'],
    )
    const civi = read(
      'civicrm',
      'Contribution ID,Net Amount,Total Amount,Cancelled / Refunded Date,Receipt Date,Test Mode,Contribution Status',
    )
    assert.deepEqual(
      [civi.amount, civi.reversed_at, civi.test, civi.status],
      ['Total Amount', 'Cancelled / Refunded Date', 'Test Mode', 'Contribution Status'],
    )
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
    assert.deepEqual(
      [...parseColumnMap('amount=Sum, total,id=No=')],
      [
        ['amount', 'Sum, total'],
        ['id', 'No='],
      ],
    )
    assert.deepEqual(
      [...parseValueMap('Chèque=cheque,=completed')],
      [
        ['cheque', 'cheque'],
        ['', 'completed'],
      ],
    )
  })

  test('--values refuses a word of punctuation alone, which would match empty cells', () => {
    assert.throws(
      () => parseValueMap('Check=cheque,?=completed'),
      /--values has “\?=completed”, without a letter or digit/,
    )
    assert.throws(() => parseColumnMap('=Total'), /--map has “=Total”, without a letter or digit/)
  })
})
