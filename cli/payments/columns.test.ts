import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matchColumns, parseColumnMap, parseValueMap, sourceSystems } from './columns.ts'

const read = (system: string, headers: string, said?: string) => {
  const names = headers.split(',')
  const columns = matchColumns(names, sourceSystems[system]!, parseColumnMap(said))
  return Object.fromEntries([...columns].map(([field, index]) => [field, names[index]]))
}

describe('columns', () => {
  test('of NationBuilder: the payment number is not the contact number', () => {
    const { id, payer, method } = read(
      'nationbuilder',
      'nationbuilder_id,signup_nationbuilder_id,amount,succeeded_at,payment_type_name',
    )
    assert.deepEqual([id, payer, method], ['nationbuilder_id', 'signup_nationbuilder_id', 'payment_type_name'])
    assert.equal(read('nationbuilder', 'nationbuilder_id,Donation ID').id, 'Donation ID')
  })

  test('of CiviCRM: its own contribution ID is used, not the transaction ID of the bank', () => {
    const headers = 'Transaction ID,Contact ID,Contribution ID,Net Amount,Total Amount,Contribution Date,Financial Type'
    const { id, payer, amount, date, kind } = read('civicrm', headers)
    assert.deepEqual(
      [id, payer, amount, date, kind],
      ['Contribution ID', 'Contact ID', 'Total Amount', 'Contribution Date', 'Financial Type'],
    )
    assert.equal(read('civicrm', 'Transaction ID,id').id, undefined)
  })

  test('of other programs are recognised in French and English, and by --map', () => {
    assert.deepEqual(read('generic', 'Numéro,Montant,Prénom,Courriel'), {
      id: 'Numéro',
      amount: 'Montant',
      firstname: 'Prénom',
      mail: 'Courriel',
    })
    assert.deepEqual(read('generic', 'id,amount,Paid', 'amount=paid,id='), { amount: 'Paid' })
  })

  test('--map accepts commas and equals signs in a column name', () => {
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

  test('--map and --values refuse names without letters or digits, which would match empty cells', () => {
    assert.throws(
      () => parseValueMap('Check=cheque,?=completed'),
      /--values has “\?=completed”, without a letter or digit/,
    )
    assert.throws(() => parseColumnMap('=Total'), /--map has “=Total”, without a letter or digit/)
  })
})
