import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'
import { contactQuery } from './data.ts'

/** The name of the payer. A payment with transactions only does not contain it, so it is read. */
export function Payer({ id, name }: { id: number | undefined; name: string | undefined }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data } = useQuery({
    ...contactQuery(id ?? 0),
    enabled: !name && id !== undefined && may('contacts:read'),
  })
  return name || (data && fullName(data)) || t('contact_number', { id })
}
