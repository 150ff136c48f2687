import { agreesWith, type Known, type ReadLine } from './known.ts'
import { lineText } from './methods.ts'
import { plainText } from './names.ts'
import type { Draft, KnownRule, OpenLine, Payer } from './proposal_input.ts'
import { payerOf } from './single.ts'

// Rules of the space, and people who paid something that nobody recorded.

/** Whether a line fulfils all conditions of a rule. */
export function fitsRule({ conditions }: KnownRule, line: OpenLine): boolean {
  const { bank_account_id, direction, text_contains, counterparty_iban, amount_min, amount_max } = conditions
  const amount = Math.abs(line.amount)
  const words = text_contains === undefined ? '' : plainText(text_contains)
  return (
    (bank_account_id === undefined || bank_account_id === line.bank_account_id) &&
    (direction === undefined || (direction === 'in') === line.amount > 0) &&
    (words === '' || lineText(line).includes(words)) &&
    (counterparty_iban === undefined || counterparty_iban === line.counterparty_iban) &&
    (amount_min === undefined || amount >= amount_min) &&
    (amount_max === undefined || amount <= amount_max)
  )
}

/** The first rule that fits the line. A payment is recorded without a question only for a payer whose IBAN is known, unless the line names another one. */
export function ruleDraft(known: Known, read: ReadLine): Draft | undefined {
  const { line } = read
  const rule = known.rules.find(one => fitsRule(one, line))
  if (!rule) return undefined
  const { id, name, outcome } = rule
  const records = outcome.kind === 'donation' || outcome.kind === 'membership'
  if (records && line.amount < 0) return undefined
  const payer = records ? likelyPayer(known, read) : undefined
  const certain = !records || (payer?.score === iban_score && read.seen.length === 1 && agreesWith(read, payer.contact))
  return {
    score: certain ? 96 : payer ? 72 : 55,
    certain,
    kind: 'rule',
    reasons: [{ kind: 'rule', value: name }, ...(payer ? payer.reasons : [])],
    matches:
      outcome.kind === 'account' && outcome.account !== undefined
        ? [{ kind: 'account', account: outcome.account, amount: line.amount }]
        : [],
    payments: [],
    batch: null,
    rule: { id, name, outcome },
    payer: payer ? payerOf(payer.contact) : null,
  }
}

const iban_score = 50

/** A payment that was not recorded yet, by a contact that the line names. */
export function newPaymentDraft(known: Known, read: ReadLine): Draft | undefined {
  const payer = likelyPayer(known, read)
  if (!payer || read.line.amount < 0) return undefined
  return {
    score: payer.score,
    certain: false,
    kind: 'new_payment',
    reasons: payer.reasons,
    matches: [],
    payments: [],
    batch: null,
    rule: null,
    payer: payerOf(payer.contact),
  }
}

function likelyPayer({ contactById }: Known, { seen, fullNames }: ReadLine) {
  const [most] = seen.toSorted((a, b) => b.count - a.count)
  const bySeen = most && contactById.get(most.contact_id)
  const [named] = fullNames
  if (bySeen) return found(bySeen, iban_score - (seen.length - 1) * 4, { kind: 'iban_seen', value: String(most.count) })
  if (!named) return undefined
  const payer = found(named, fullNames.length === 1 ? 44 : 38, {
    kind: 'name',
    value: `${named.firstname} ${named.surname}`.trim(),
  })
  if (fullNames.length > 1) payer.reasons.push({ kind: 'namesakes', value: String(fullNames.length) })
  return payer
}

const found = (contact: Payer, score: number, reason: Draft['reasons'][number]) => ({
  contact,
  score,
  reasons: [reason],
})
