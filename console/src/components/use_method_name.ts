import { useTranslation } from 'react-i18next'

export const standard_methods = ['card', 'cheque', 'cash', 'transfer', 'direct_debit', 'online'] as const

/** The name of a payment method. Methods defined by the space are shown as they are. */
export function useMethodName() {
  const { t } = useTranslation('payments')
  return (kind: string) => {
    const known = standard_methods.find(name => name === kind.toLowerCase())
    return known ? t(`methods.${known}`) : kind
  }
}
