import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { BankLine, BankMatch } from '../../../api.ts'
import { formatDateTime, formatMoney, fullName } from '../../../components/formats.ts'

const matches_shown = 3

/** What a settled line is, and who decided that. */
export function Matches({ line, open }: { line: BankLine; open: boolean }) {
  const { t } = useTranslation('bank')
  const { matches, currency } = line
  const shown = open ? matches : matches.slice(0, matches_shown)
  return (
    <>
      {line.state === 'ignored' && (
        <Text size="sm" className="breaking">
          {line.ignored_reason}
        </Text>
      )}
      <ul className="plain-list line-parts">
        {shown.map(match => (
          <li key={match.id}>
            <MatchName match={match} />
            {matches.length > 1 && <span className="figures">{formatMoney(match.amount, currency)}</span>}
          </li>
        ))}
      </ul>
      {matches.length > shown.length && (
        <Text size="sm" c="dimmed">
          {t('matched.more', { count: matches.length - shown.length })}
        </Text>
      )}
      {open && line.settled_at && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('matched.by', {
            who: line.settled_by ? fullName(line.settled_by) : '',
            when: formatDateTime(line.settled_at),
          })}
        </Text>
      )}
    </>
  )
}

function MatchName({ match }: { match: BankMatch }) {
  const { t } = useTranslation('bank')
  const { kind, account, contact, transaction_bundle_id: payment } = match
  if (kind === 'account' || payment === null) return <span>{t('proposal.account', { account: account ?? '' })}</span>
  return (
    <Anchor component={Link} to="/payments" search={{ view: 'all', open: payment } as never} size="sm">
      {[contact && fullName(contact), (kind === 'reversal' || !contact) && t(`matched.${kind}`)]
        .filter(Boolean)
        .join(', ')}
    </Anchor>
  )
}
