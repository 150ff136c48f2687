import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { peopleOf, type TeamRow } from './search_params.ts'

/** A message to everyone in the team, who do not see each other's addresses. */
export function TeamMail({ team }: { team: TeamRow }) {
  const { t } = useTranslation('teams')
  const mails = peopleOf(team).flatMap(({ mail }) => (mail ? [mail] : []))
  if (mails.length === 0) return null
  return (
    <Anchor size="sm" href={`mailto:?bcc=${mails.map(encodeURIComponent).join(',')}`}>
      {t('write', { count: mails.length, shown: formatNumber(mails.length) })}
    </Anchor>
  )
}
