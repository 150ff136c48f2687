import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, nullable, PersonName, Timestamp } from '../../fields.ts'
import { RuleOutcome } from '../bank_rules/schema.ts'
import { Day, LedgerAccount, Month, SignedAmount } from '../core/bank/fields.ts'
import { Currency, Reference, stamps } from '../core/fields.ts'
import { WaitingPayment } from '../waiting_payments/schema.ts'

export const LineState = Type.Enum(['open', 'matched', 'ignored'], {
  description: 'Whether somebody decided what it is.',
})

/** A transaction inside of a line that stands for several. */
const LineDetail = Type.Object(
  {
    amount: SignedAmount,
    text: Type.String(),
    counterparty: Type.String(),
    counterparty_iban: Type.String(),
    end_to_end_id: Type.String(),
    mandate_id: Type.String(),
    return_reason: Type.String(),
  },
  { title: 'BankLineDetail' },
)

export const BankMatch = Type.Object(
  {
    id: Id,
    kind: Type.Enum(['payment', 'reversal', 'account'], {
      description:
        '`payment`: money of a transaction. `reversal`: a refund or return. `account`: an amount of the ledger, such as a fee.',
    }),
    amount: SignedAmount,
    transaction_bundle_id: nullable(Id),
    transaction_id: nullable(Id),
    reversal_id: nullable(Id),
    account: nullable(Type.String()),
    contact: nullable(PersonName),
    created_bundle: Type.Boolean({ description: 'Whether the payment was recorded from this line.' }),
  },
  { title: 'BankMatch' },
)

/** A part of a line, and what it is. */
const match = {
  kind: Type.Enum(['payment', 'return', 'refund', 'account'], {
    description:
      '`payment`: money of a transaction. `return`: the bank took money of a transaction back; recorded as a return unless one of the amount waits. ' +
      '`refund`: a refund of a transaction that left the account. `account`: an amount of the ledger, such as a fee.',
  }),
  transaction_id: Type.Optional(Id),
  account: Type.Optional(LedgerAccount),
  amount: SignedAmount,
  reason: Type.Optional(Type.String({ ...Line, description: 'Of a return: why the bank took the money back.' })),
}
const NewMatch = input(match, 'NewBankMatch')

/** Why a proposal is made. The console has a sentence for each kind. */
export const ProposalReason = Type.Object(
  {
    kind: Type.Enum([
      'end_to_end_id',
      'batch_number',
      'batch_amount',
      'lot',
      'payout',
      'iban_seen',
      'name',
      'exact_amount',
      'reference',
      'campaign',
      'near_date',
      'rule',
      'return',
      'namesakes',
      'competing_lines',
      'several_lines',
      'another_payer',
    ]),
    value: Type.String({
      description: 'What was found, such as a batch number or how often an IBAN was seen; may be empty.',
    }),
  },
  { title: 'BankProposalReason' },
)

export const Proposal = Type.Object(
  {
    score: Type.Integer({ minimum: 0, maximum: 100, description: 'How sure it is. 95 and more is certain.' }),
    certain: Type.Boolean({ description: 'Whether accepting all certain proposals accepts it.' }),
    kind: Type.Enum(['payments', 'batch', 'lot', 'payout', 'return', 'refund', 'rule', 'new_payment'], {
      description: 'What it proposes. `new_payment`: no payment waits, and this contact may have paid.',
    }),
    reasons: Type.Array(ProposalReason),
    message: Type.String({ description: 'The reasons in English.' }),
    matches: Type.Array(Type.Object(match, { title: 'ProposedBankMatch' }), {
      description: 'What to send to accept it; empty for `new_payment` and some rules.',
    }),
    payments: Type.Array(WaitingPayment, { description: 'The payments of the matches, at most 100 of them.' }),
    batch: nullable(Type.Object({ id: Id, number: Type.String() }, { title: 'ProposedBatch' })),
    rule: nullable(Type.Object({ id: Id, name: Type.String(), outcome: RuleOutcome }, { title: 'ProposedRule' })),
    payer: nullable(
      Type.Object(
        { id: Id, firstname: Type.String(), surname: Type.String(), city: Type.String() },
        { title: 'ProposedPayer' },
      ),
    ),
  },
  { title: 'BankProposal' },
)

export const BankLine = Type.Object(
  {
    id: Id,
    ...stamps,
    bank_account_id: Id,
    bank_statement_id: Id,
    date: Day,
    value_date: Day,
    amount: SignedAmount,
    currency: Currency,
    text: Type.String({ description: 'What the bank wrote.' }),
    counterparty: Type.String({ description: 'The name of the other side.' }),
    counterparty_iban: Type.String(),
    end_to_end_id: Type.String(),
    mandate_id: Type.String(),
    bank_reference: Type.String(),
    return_reason: Type.String({ description: 'The reason code of a returned debit, such as AM04.' }),
    details: Type.Array(LineDetail, { description: 'The transactions of a line that stands for several.' }),
    state: LineState,
    ignored_reason: Type.String(),
    settled_at: nullable(Timestamp),
    settled_by: nullable(PersonName),
    matches: Type.Array(BankMatch),
    proposals: Type.Array(Proposal, {
      description: 'Of an open line: what it may be, the likeliest first, at most three.',
    }),
  },
  { title: 'BankLine' },
)

export const LineFilters = {
  bank_account_id: Type.Optional(Id),
  statement_id: Type.Optional(Id),
  state: Type.Optional(LineState),
  month: Type.Optional(Month),
  transaction_bundle_id: Type.Optional(Type.Integer({ ...Id, description: 'Lines that are matched to this payment.' })),
  search: Type.Optional(
    Type.String({ ...Line, maxLength: 200, description: 'A part of the text or of the counterparty, or an amount.' }),
  ),
  certain: Type.Optional(Type.Boolean({ description: 'Open lines with a certain proposal, or those without.' })),
  proposals: Type.Boolean({ default: true, description: 'Whether to make proposals.' }),
}

export const LineMatches = { matches: Type.Array(NewMatch, { minItems: 1, maxItems: 1000 }) }

export const LineIgnore = {
  reason: Type.String({ ...Name, maxLength: 500, description: 'Why it is nobody’s payment.' }),
}

/** A payment that is recorded from a line, of the amount and the day of the line. */
export const LinePayment = {
  contact_id: Id,
  kind: Type.Enum(['donation', 'membership'], { description: 'What was paid for.' }),
  price_id: Type.Optional(Type.Union([...Reference.anyOf], { description: 'A donation or membership price.' })),
  payment_method_kind: Type.Optional(Line),
  code_campaign: Type.Optional(Line),
}

export const LineSelection = {
  line_ids: Type.Array(Id, { minItems: 1, maxItems: 5000 }),
  keep_payments: Type.Boolean({
    default: false,
    description: 'Whether payments that were recorded from these lines stay, to be matched again or deleted.',
  }),
}

export const CertainSelection = { bank_account_id: Id, month: Type.Optional(Month) }

export const AcceptedLines = {
  accepted: Type.Integer({ description: 'How many lines were matched.' }),
  amount: Type.Integer({ ...SignedAmount, description: 'Their sum.' }),
  line_ids: Type.Array(Id, { description: 'The lines, to undo them all.' }),
  more: Type.Boolean({ description: 'Whether there may be more: one call accepts at most 1000.' }),
}

const MatchesShape = Type.Object(LineMatches)
const PaymentShape = Type.Object(LinePayment)
const FiltersShape = Type.Object(LineFilters)
export type BankLine = Static<typeof BankLine>
export type BankMatch = Static<typeof BankMatch>
export type NewMatch = Static<typeof MatchesShape>['matches'][number]
export type Proposal = Static<typeof Proposal>
export type ProposalReason = Static<typeof ProposalReason>
export type LineFilters = Static<typeof FiltersShape>
export type LinePayment = Static<typeof PaymentShape>
