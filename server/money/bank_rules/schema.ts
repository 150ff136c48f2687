import { type Static, Type } from 'typebox'
import { Id, id_max, input, Line, Name, nullable } from '../../fields.ts'
import { LedgerAccount } from '../core/bank/fields.ts'
import { stamps } from '../core/fields.ts'

const Part = Type.String({ ...Line, minLength: 2, maxLength: 200 })

/** All that are given must hold. Texts are compared without regard to case and accents. */
const conditions = {
  bank_account_id: Type.Optional(Id),
  direction: Type.Optional(Type.Enum(['in', 'out'], { description: 'Whether money came in or left.' })),
  text_contains: Type.Optional(Type.String({ ...Part, description: 'A part of the text or of the counterparty.' })),
  counterparty_iban: Type.Optional(Type.String({ ...Line, maxLength: 42, description: 'The IBAN of the other side.' })),
  amount_min: Type.Optional(Type.Integer({ minimum: 0, maximum: id_max, description: 'Without its sign.' })),
  amount_max: Type.Optional(Type.Integer({ minimum: 0, maximum: id_max, description: 'Without its sign.' })),
}
const RuleConditions = Type.Object(conditions, { title: 'BankRuleConditions' })

/** What a line is. */
const outcome = {
  kind: Type.Enum(['donation', 'membership', 'account', 'ignore'], {
    description:
      '`donation` and `membership`: a new payment of the proposed payer. `account`: an amount of the ledger, such as a fee. ' +
      '`ignore`: nothing, for the reason.',
  }),
  price_id: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: id_max, description: 'A donation or membership price.' })),
  ),
  code_campaign: Type.Optional(Type.String({ ...Line, description: 'The campaign of the new payment.' })),
  account: Type.Optional(LedgerAccount),
  reason: Type.Optional(Type.String({ ...Line, description: 'Why the line is ignored.' })),
}
export const RuleOutcome = Type.Object(outcome, { title: 'BankRuleOutcome' })

const details = {
  name: Name,
  enabled: Type.Boolean({ description: 'Whether it is applied.' }),
  conditions: input(conditions, 'BankRuleConditionsChange'),
  outcome: input(outcome, 'BankRuleOutcomeChange'),
}

export const BankRule = Type.Object(
  { id: Id, ...stamps, ...details, conditions: RuleConditions, outcome: RuleOutcome },
  { title: 'BankRule' },
)

export const NewBankRule = {
  ...details,
  enabled: Type.Boolean({ default: true, description: 'Whether it is applied.' }),
}

const Change = Type.Partial(Type.Object(details))
export const BankRuleChange = Change.properties

const NewShape = Type.Object(NewBankRule)
export type RuleConditions = Static<typeof RuleConditions>
export type RuleOutcome = Static<typeof RuleOutcome>
export type BankRule = Static<typeof BankRule>
export type NewBankRule = Static<typeof NewShape>
export type BankRuleChange = Static<typeof Change>
