import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BankLine, BankProposal } from '../sdk/operations.ts'
import { payerName, startValues } from './src/money/bank/desk/new_payment.ts'

// Only the fields that the tested functions read.
const aLine = (fields: Partial<BankLine>) =>
  ({ amount: 2400, currency: 'EUR', text: '', counterparty: '', ...fields }) as BankLine
const aProposal = (fields: object) => ({ payments: [], rule: null, payer: null, ...fields }) as unknown as BankProposal

const membership = { id: 7, amount: 2400, currency: 'EUR', hidden: false }
const kindOf = (line: BankLine, prices = [membership]) => startValues(line, undefined, prices)

describe('a payment from a line of the bank', () => {
  test('is a membership when its amount is the price of one, unless its text says donation', () => {
    for (const [text, kind] of [
      ['VIREMENT', 'membership'],
      ['Adhésion 2026', 'membership'],
      ['DON', 'donation'],
      ['don et adhésion', 'membership'],
    ])
      assert.equal(kindOf(aLine({ text: text ?? '' })).kind, kind, text)
    assert.equal(kindOf(aLine({})).price_id, membership.id)
  })

  test('is a donation when no price that is offered has its amount and currency', () => {
    assert.equal(kindOf(aLine({ amount: 2500 })).kind, 'donation')
    assert.equal(kindOf(aLine({ currency: 'CHF' })).kind, 'donation')
    assert.equal(kindOf(aLine({}), [{ ...membership, hidden: true }]).kind, 'donation')
  })

  test('is what a rule says, for the payer who is proposed', () => {
    const proposal = aProposal({
      payer: { id: 3 },
      rule: { outcome: { kind: 'donation', price_id: 9, code_campaign: 'SPRING' } },
    })
    const { contact_id, kind, price_id, code_campaign } = startValues(aLine({}), proposal, [membership])
    assert.deepEqual([contact_id, kind, price_id, code_campaign], [3, 'donation', 9, 'SPRING'])
  })

  test('has the name of the other side as a person writes it', () => {
    for (const [counterparty, name] of [
      ['MME DURAND ALICE', 'ALICE DURAND'],
      ['Alice Durand', 'Alice Durand'],
      ['M. Paul Petit', 'Paul Petit'],
      ['SARL LE BON PAIN', 'SARL LE BON PAIN'],
    ])
      assert.equal(payerName(aLine({ counterparty: counterparty ?? '' })), name)
  })
})
