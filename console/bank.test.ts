import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BankLine, BankProposal, WaitingPayment } from '../sdk/operations.ts'
import { actionOf, no_choice, proposalOf } from './src/money/bank/desk/choice.ts'
import { afterSettling, lineCounts } from './src/money/bank/desk/line_counts.ts'
import { payerName, startValues } from './src/money/bank/desk/new_payment.ts'
import { addPart, matchesOf, partsOf, restOfParts } from './src/money/bank/desk/split_parts.ts'
import { asRead } from './src/money/bank/import/mapping.ts'
import { detailsOf, new_rule, ruleFromLine, unfulfilledBy } from './src/money/bank/settings/rule_values.ts'

// Only the fields that the tested functions read.
const aPayment = (transaction_id: number, left: number) => ({ transaction_id, left }) as WaitingPayment

const aProposal = (fields: Partial<BankProposal> = {}) =>
  ({
    kind: 'payments',
    reasons: [],
    matches: [],
    payments: [],
    rule: null,
    payer: null,
    ...fields,
  }) as unknown as BankProposal

const aLine = (amount: number, proposals: BankProposal[] = [], fields: Partial<BankLine> = {}) =>
  ({ id: 1, amount, proposals, text: '', counterparty: '', counterparty_iban: '', ...fields }) as BankLine

describe('a split line', () => {
  test('takes no more of a payment than the line has left', () => {
    const line = aLine(5000)
    const split = addPart(line, addPart(line, partsOf(line, undefined), aPayment(1, 3000)), aPayment(2, 3000))
    assert.deepEqual(
      split.parts.map(({ amount }) => amount),
      [3000, 2000],
    )
    assert.equal(restOfParts(line, split), 0)
  })

  test('puts the rest on the account that is entered, with its sign', () => {
    const line = aLine(4850)
    const { parts, ...others } = addPart(line, partsOf(line, undefined), aPayment(1, 5000))
    const split = { ...others, parts: parts.map(part => ({ ...part, amount: 5000 })), account: '627000' }
    assert.deepEqual(matchesOf(line, split), [
      { kind: 'payment', transaction_id: 1, amount: 5000 },
      { kind: 'account', account: '627000', amount: -150 },
    ])
  })

  test('of money that left takes payments back', () => {
    const line = aLine(-1500)
    const split = addPart(line, partsOf(line, undefined), aPayment(1, 1500))
    assert.deepEqual(matchesOf(line, split), [{ kind: 'return', transaction_id: 1, amount: -1500 }])
  })
})

describe('the button of a bank line', () => {
  const match = { kind: 'payment' as const, transaction_id: 1, amount: 5000 }

  test('accepts a proposal as long as all of it is checked', () => {
    const line = aLine(5000, [aProposal({ matches: [match] })])
    assert.equal(actionOf(line, no_choice), 'accept')
    assert.equal(actionOf(line, { without: new Set([1]) }), 'split')
  })

  test('asks which of two namesakes paid, and accepts none of them before', () => {
    const namesake = aProposal({ matches: [match], reasons: [{ kind: 'namesakes', value: '' }] })
    const line = aLine(5000, [namesake, namesake])
    assert.equal(proposalOf(line, no_choice), undefined)
    assert.equal(actionOf(line, no_choice), 'choose')
    assert.equal(actionOf(line, { index: 1, without: new Set() }), 'accept')
  })

  test('records a payment for money that came in, and looks for one that went back', () => {
    assert.equal(actionOf(aLine(5000), no_choice), 'pay')
    assert.equal(actionOf(aLine(-5000), no_choice), 'find')
  })
})

describe('a rule from a line', () => {
  test('looks for its words without the numbers that change', () => {
    const values = ruleFromLine(aLine(-840, [], { text: 'FRAIS TENUE 10/2026 REF12' }))
    assert.equal(values.text_contains, 'FRAIS TENUE')
    assert.equal(values.direction, 'out')
  })

  test('looks for words that stand side by side, so that it fits its own line', () => {
    const line = aLine(21_000, [aProposal({ kind: 'batch' })], { text: 'REMISE CHEQUES CH-4 1 CHEQUES' })
    const values = ruleFromLine(line)
    assert.equal(values.text_contains, 'REMISE CHEQUES')
    assert.equal(values.kind, 'account')
    assert.deepEqual(unfulfilledBy(line, values), [])
  })

  test('names the conditions that its line does not fulfil', () => {
    const line = aLine(2000, [], { text: 'Prélèvement É. DUPONT 12', counterparty_iban: 'FR7630006000011234567890189' })
    const fits = { ...new_rule, text_contains: 'e dupont', counterparty_iban: 'fr76 3000 6000 0112 3456 7890 189' }
    assert.deepEqual(unfulfilledBy(line, fits), [])
    assert.deepEqual(unfulfilledBy({ ...line, text: 'CŒUR' }, { ...fits, text_contains: 'coeur' }), [])
    const other = { ...fits, text_contains: 'PRELEVEMENT DUPONT', direction: 'out' as const, amount_max: 1999 }
    assert.deepEqual(unfulfilledBy(line, other), ['text_contains', 'direction', 'amount_max'])
  })

  test('sends only the conditions that are filled in, and what belongs to its outcome', () => {
    const values = { ...new_rule, name: 'Fee', text_contains: ' FEE ', account: '627000', reason: 'left over' }
    assert.deepEqual(detailsOf(values), {
      name: 'Fee',
      enabled: true,
      conditions: { text_contains: 'FEE' },
      outcome: { kind: 'account', account: '627000' },
    })
  })
})

describe('the counts of the lines', () => {
  const month = { open_count: 14, matched_count: 0, ignored_count: 0 }
  const certain = aLine(2400, [aProposal({ certain: true })])

  test('agree while a line is on its way to the server, and once it is settled', () => {
    const now = { open: 13, certain: 2, check: 11, matched: 0, ignored: 0 }
    assert.deepEqual(lineCounts(month, 3, [certain]), now)
    assert.deepEqual(lineCounts(afterSettling(month, 'matched'), 2, []), { ...now, matched: 1 })
  })

  test('leave out what is still being counted', () => {
    assert.deepEqual(lineCounts(month, undefined, [certain]).check, undefined)
  })
})

const aPaidLine = (fields: Partial<BankLine>) => aLine(2400, [], { currency: 'EUR', ...fields })
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
      assert.equal(kindOf(aPaidLine({ text: text ?? '' })).kind, kind, text)
    assert.equal(kindOf(aPaidLine({})).price_id, membership.id)
  })

  test('is a donation when no price that is offered has its amount and currency', () => {
    assert.equal(kindOf(aPaidLine({ amount: 2500 })).kind, 'donation')
    assert.equal(kindOf(aPaidLine({ currency: 'CHF' })).kind, 'donation')
    assert.equal(kindOf(aPaidLine({}), [{ ...membership, hidden: true }]).kind, 'donation')
  })

  test('is what a rule says, for the payer who is proposed', () => {
    const proposal = aProposal({
      payer: { id: 3 },
      rule: { outcome: { kind: 'donation', price_id: 9, code_campaign: 'SPRING' } },
    } as unknown as Partial<BankProposal>)
    const { contact_id, kind, price_id, code_campaign } = startValues(aPaidLine({}), proposal, [membership])
    assert.deepEqual([contact_id, kind, price_id, code_campaign], [3, 'donation', 9, 'SPRING'])
  })

  test('has the name of the other side as a person writes it', () => {
    for (const [counterparty, name] of [
      ['MME DURAND ALICE', 'ALICE DURAND'],
      ['Alice Durand', 'Alice Durand'],
      ['M. Paul Petit', 'Paul Petit'],
      ['SARL LE BON PAIN', 'SARL LE BON PAIN'],
    ])
      assert.equal(payerName(aPaidLine({ counterparty: counterparty ?? '' })), name)
  })
})

test('the first row of a file is shown as a heading or as a line, as it is said to be', () => {
  const preview = (has_headings: boolean, columns: string[], rows: string[][]) =>
    ({ has_headings, columns, rows }) as Parameters<typeof asRead>[0]
  const [first, second] = [
    ['05/10/2026', 'Ada'],
    ['06/10/2026', 'Ben'],
  ]
  const as_line = { columns: ['', ''], rows: [first, second] }
  const as_heading = { columns: first, rows: [second] }
  for (const { columns, rows } of [as_line, as_heading]) {
    const given = preview(columns === first, columns as string[], rows as string[][])
    assert.deepEqual([asRead(given, false), asRead(given, true)], [as_line, as_heading])
  }
})
