import { useTranslation } from 'react-i18next'

const usual = ['card', 'cheque', 'cash', 'transfer', 'direct_debit', 'online'] as const

/** What a way of paying is called. A space may have words of its own: those are shown as they are. */
export function useMethodName() {
  const { t } = useTranslation('payments')
  return (kind: string) => {
    const known = usual.find(name => name === kind.toLowerCase())
    return known ? t(`methods.${known}`) : kind
  }
}
