import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'
import { contactQuery } from './data.ts'

/** Whose payment it is. A payment that is nothing but a transaction does not say the name: then it is asked for. */
export function Payer({ id, name }: { id: number | undefined; name: string | undefined }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data } = useQuery({
    ...contactQuery(id ?? 0),
    enabled: !name && id !== undefined && may('contacts:read'),
  })
  return name || (data && fullName(data)) || t('contact_number', { id })
}
