import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BankRule } from '../../../api.ts'
import { formatMoney } from '../../../components/formats.ts'
import { settingsQuery } from '../../transaction_bundles/data.ts'
import { accountsQuery } from '../data.ts'

/** When a rule applies and what it does, in words. */
export function useRuleWords() {
  const { t } = useTranslation('bank')
  const { data: accounts } = useSuspenseQuery(accountsQuery)
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const money = (amount: number, account: number | undefined) =>
    formatMoney(amount, accounts.find(({ id }) => id === account)?.currency ?? settings.currency)
  return {
    conditionsOf: ({ conditions }: BankRule) => {
      const { text_contains, counterparty_iban, direction, amount_min, amount_max, bank_account_id } = conditions
      return [
        text_contains && t('rule.contains', { text: text_contains }),
        counterparty_iban && t('rule.from_iban', { iban: counterparty_iban }),
        direction && t(`rule.${direction}`),
        amount_min !== undefined && t('rule.at_least', { amount: money(amount_min, bank_account_id) }),
        amount_max !== undefined && t('rule.at_most', { amount: money(amount_max, bank_account_id) }),
        accounts.length > 1 && accounts.find(({ id }) => id === bank_account_id)?.name,
      ]
        .filter(Boolean)
        .join(' · ')
    },
    outcomeOf: ({ outcome }: BankRule) => {
      const { kind, account, reason, code_campaign } = outcome
      const rest = kind === 'account' ? account : kind === 'ignore' ? reason : code_campaign
      return [t(`kind.${kind}`), rest].filter(Boolean).join(' · ')
    },
  }
}
