import type { ReactNode } from 'react'
import type { BankLine, BankRule } from '../../../api.ts'
import { wordsOf } from '../../../components/fuzzy_match.ts'
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
  errors: Record<string, ReactNode>
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

/** Starts with the text of a line that its next one will probably have too: its longest run of words without digits. */
export function ruleFromLine(line: BankLine): RuleValues {
  const { text, counterparty, amount, counterparty_iban, bank_account_id } = line
  const text_contains = longestRun(counterparty || text)
    .slice(0, 4)
    .join(' ')
  const isDeposit = line.proposals.some(({ kind }) => kind === 'batch')
  return {
    ...new_rule,
    name: text_contains,
    text_contains,
    bank_account_id,
    counterparty_iban: text_contains === '' ? counterparty_iban : '',
    direction: amount > 0 ? 'in' : 'out',
    kind: amount > 0 && !isDeposit ? 'donation' : 'account',
  }
}

function longestRun(text: string): string[] {
  const runs: string[][] = [[]]
  for (const word of text.split(/\s+/)) {
    if (/\d/.test(word)) runs.push([])
    else if (word) runs.at(-1)?.push(word)
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest))
}

/** The conditions that a line does not fulfil. */
export function unfulfilledBy(line: BankLine, values: RuleValues): (keyof RuleValues)[] {
  const { amount_min = 0, amount_max = Number.POSITIVE_INFINITY, bank_account_id, direction } = values
  const text = wordsOf(values.text_contains).join(' ')
  const iban = values.counterparty_iban.replace(/\s/g, '').toUpperCase()
  const amount = Math.abs(line.amount)
  const wrong: Partial<Record<keyof RuleValues, boolean>> = {
    text_contains: !wordsOf(`${line.text} ${line.counterparty}`).join(' ').includes(text),
    counterparty_iban: iban !== '' && iban !== line.counterparty_iban,
    direction: direction !== '' && (direction === 'in') !== line.amount > 0,
    amount_min: amount < amount_min,
    amount_max: amount > amount_max,
    bank_account_id: bank_account_id !== undefined && bank_account_id !== line.bank_account_id,
  }
  return (Object.keys(wrong) as (keyof RuleValues)[]).filter(name => wrong[name])
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
