import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/formats.ts'
import type { PaymentFinding } from './data.ts'

/** What a check found, in the language of the user. */
export function useWarningText() {
  const { t } = useTranslation('payments')
  return ({ check, kind, details }: PaymentFinding) => {
    const { amount = 0, currency = 'EUR', expected_amount = 0, expected_currency = currency } = details
    return t(`warning.${check}`, {
      amount: formatMoney(amount, currency),
      expected: formatMoney(expected_amount, expected_currency),
      item: t(kind === 'donation' ? 'donation' : 'membership'),
      code: details.code_campaign ?? '',
      number: String(details.external_transaction_id ?? ''),
    })
  }
}
