import { Anchor, Code, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api.ts'
import { formatExactTime, fullName } from '../../components/formats.ts'
import './audit.css'
import { detailLines } from './detail_texts.ts'
import { useDetailTexts } from './use_detail_texts.ts'

interface Props {
  entry: AuditEntry
  what: string
  about: string
}

/** Everything that the log knows about one entry. */
export function AuditDetails({ entry, what, about }: Props) {
  const { t } = useTranslation('settings')
  const { user, created_at, request, details } = entry
  const page = pageOf(entry)
  const { nameOf, textOf } = useDetailTexts()
  return (
    <Stack component="dl" gap="sm" m={0} className="audit-details">
      <Fact name={t('when')}>{formatExactTime(created_at)}</Fact>
      {user && (
        <Fact name={t('who')}>
          <Anchor component={Link} to="/settings/users" search={{ open: user.id } as never}>
            {fullName(user)}
          </Anchor>
        </Fact>
      )}
      <Fact name={t('what')}>{what}</Fact>
      <Fact name={t('about')}>
        {page ? (
          <Anchor component={Link} {...(page as { to: string })}>
            {about}
          </Anchor>
        ) : (
          about
        )}
      </Fact>
      {detailLines(details).map(line => (
        <Fact key={line.keys.join('.')} name={nameOf(line)}>
          {textOf(line)}
        </Fact>
      ))}
      {request && (
        <Fact name={t('request')}>
          <Code className="breaking">{request}</Code>
        </Fact>
      )}
    </Stack>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group gap="md" wrap="nowrap" align="baseline">
    <Text component="dt" size="sm" c="dimmed" className="breaking">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} className="breaking">
      {children}
    </Text>
  </Group>
)

/** The page of the record that an entry is about. */
function pageOf({ subject, subject_id }: AuditEntry) {
  if (subject_id === null) return undefined
  const search = { open: subject_id }
  const pages: Record<string, object> = {
    contact: { to: `/contacts/${subject_id}` },
    action: { to: `/actions/${subject_id}` },
    user: { to: '/settings/users', search },
    role: { to: '/settings/roles' },
    webhook: { to: '/settings/webhooks', search },
    integration: { to: '/settings/integrations' },
    identity_provider: { to: '/settings/identity_providers', search },
    bank_account: { to: '/settings/finance', search: { tab: 'bank' } },
  }
  return pages[subject]
}
