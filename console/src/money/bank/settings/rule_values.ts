import type { BankLine, BankRule } from '../../../api.ts'
import type { RuleDetails } from '../data.ts'

export const outcomes = ['account', 'ignore', 'donation', 'membership'] as const

/** The fields of the form; texts are empty where a condition is not set. */
export interface RuleValues {
  name: string
  enabled: boolean
  text_contains: string
  counterparty_iban: string
  direction: 'in' | 'out' | ''
  amount_min: number | undefined
  amount_max: number | undefined
  bank_account_id: number | undefined
  kind: (typeof outcomes)[number]
  price_id: number | undefined
  code_campaign: string
  account: string
  reason: string
}

/** What the fields of the form share. */
export interface RuleFieldProps {
  values: RuleValues
  set: (change: Partial<RuleValues>) => void
  errors: Record<string, string>
}

export const new_rule: RuleValues = {
  name: '',
  enabled: true,
  text_contains: '',
  counterparty_iban: '',
  direction: '',
  amount_min: undefined,
  amount_max: undefined,
  bank_account_id: undefined,
  kind: 'account',
  price_id: undefined,
  code_campaign: '',
  account: '',
  reason: '',
}

export const valuesOf = ({ name, enabled, conditions, outcome }: BankRule): RuleValues => ({
  ...new_rule,
  name,
  enabled,
  ...conditions,
  ...outcome,
  price_id: outcome.price_id ?? undefined,
})

/** Starts with the words of a line that its next one will probably have too: those without digits. */
export function ruleFromLine({ text, counterparty, amount, counterparty_iban, bank_account_id }: BankLine): RuleValues {
  const words = (counterparty || text).split(/\s+/).filter(word => !/\d/.test(word))
  const text_contains = words.slice(0, 4).join(' ')
  return {
    ...new_rule,
    name: text_contains,
    text_contains,
    bank_account_id,
    counterparty_iban: text_contains === '' ? counterparty_iban : '',
    direction: amount > 0 ? 'in' : 'out',
    kind: amount > 0 ? 'donation' : 'account',
  }
}

/** What is sent. Conditions and parts of the outcome that do not apply are left out. */
export function detailsOf(values: RuleValues): RuleDetails {
  const { name, enabled, kind, text_contains, counterparty_iban, direction, amount_min, amount_max } = values
  const paid = kind === 'donation' || kind === 'membership'
  return {
    name,
    enabled,
    conditions: {
      ...(text_contains.trim() && { text_contains: text_contains.trim() }),
      ...(counterparty_iban.trim() && { counterparty_iban: counterparty_iban.trim() }),
      ...(direction && { direction }),
      ...(amount_min !== undefined && { amount_min }),
      ...(amount_max !== undefined && { amount_max }),
      ...(values.bank_account_id !== undefined && { bank_account_id: values.bank_account_id }),
    },
    outcome: {
      kind,
      ...(paid && values.price_id !== undefined && { price_id: values.price_id }),
      ...(paid && values.code_campaign.trim() && { code_campaign: values.code_campaign.trim() }),
      ...(kind === 'account' && { account: values.account.trim() }),
      ...(kind === 'ignore' && { reason: values.reason.trim() }),
    },
  }
}
