import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { plainText } from '../core/bank/proposals/names.ts'
import type { RuleConditions, RuleOutcome } from './schema.ts'

/** The conditions as they are stored. A rule compares at least a text, an IBAN or an amount: otherwise it would fit every line. */
export function checkedConditions({ counterparty_iban, ...sent }: RuleConditions): RuleConditions {
  const at = 'body.data.conditions'
  const iban = counterparty_iban === undefined ? undefined : counterparty_iban.replace(/\s/g, '').toUpperCase()
  if (iban !== undefined && !/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban))
    throw invalid(
      `${at}.counterparty_iban`,
      'must be an IBAN, such as FR76 3000 6000 0112 3456 7890 189',
      counterparty_iban,
    )
  const { text_contains, amount_min, amount_max } = sent
  if (text_contains !== undefined && plainText(text_contains).length < 2)
    throw invalid(`${at}.text_contains`, 'must contain two letters or digits', text_contains)
  if (amount_min !== undefined && amount_max !== undefined && amount_max < amount_min)
    throw invalid(`${at}.amount_max`, 'must not be below amount_min', amount_max)
  if ([text_contains, iban, amount_min, amount_max].every(condition => condition === undefined))
    throw invalid(at, 'must have text_contains, counterparty_iban, amount_min or amount_max', sent)
  return { ...sent, ...(iban !== undefined && { counterparty_iban: iban }) }
}

/** The fields that an outcome of each kind may have, and those that it must have. */
const fields = {
  donation: { allowed: ['price_id', 'code_campaign'], required: undefined },
  membership: { allowed: ['price_id', 'code_campaign'], required: undefined },
  account: { allowed: ['account'], required: 'account' },
  ignore: { allowed: ['reason'], required: 'reason' },
} as const

/** The outcome with the fields of its kind. Empty ones are left out. */
export function checkedOutcome({ kind, ...sent }: RuleOutcome): RuleOutcome {
  const at = 'body.data.outcome'
  const { allowed, required } = fields[kind]
  const filled = Object.entries(sent).filter(([, value]) => !isEmpty(value))
  for (const [name, value] of filled)
    if (!(allowed as readonly string[]).includes(name))
      throw invalid(`${at}.${name}`, msg`is not for the kind ${kind}`, value)
  if (required && isEmpty(sent[required]))
    throw invalid(`${at}.${required}`, msg`is required for the kind ${kind}`, sent[required] ?? null)
  return { kind, ...Object.fromEntries(filled) }
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
