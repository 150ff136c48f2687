import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'
import { contactQuery } from './data.ts'

/** The name of the payer. A payment with transactions only does not contain it, so it is read. */
export const Payer = ({ id, name }: { id: number | undefined; name: string | undefined }) =>
  name || <ReadPayer id={id} />

function ReadPayer({ id }: { id: number | undefined }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data } = useQuery({
    ...contactQuery(id ?? 0),
    enabled: id !== undefined && may('contacts:read'),
  })
  return (data && fullName(data)) || t('contact_number', { id })
}
