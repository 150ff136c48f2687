import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api.ts'
import { formatDateTime, fullName } from '../../components/formats.ts'
import './audit.css'

interface Props {
  label: string
  entries: AuditEntry[]
  kindName: (kind: string) => string
  subjectName: (entry: AuditEntry) => string
  onMore: (() => void) | undefined
}

/** The audit log on a phone: what was done, about what, by whom and when, in one column. */
export function AuditCards({ label, entries, kindName, subjectName, onMore }: Props) {
  const { t } = useTranslation('settings')
  return (
    <>
      <ul className="audit-cards" aria-label={label}>
        {entries.map(entry => (
          <AuditCard key={entry.id} entry={entry} what={kindName(entry.kind)} about={subjectName(entry)} />
        ))}
      </ul>
      {onMore && (
        <Button variant="subtle" fullWidth onClick={onMore}>
          {t('audit_more')}
        </Button>
      )}
    </>
  )
}

function AuditCard({ entry, what, about }: { entry: AuditEntry; what: string; about: string }) {
  const who = entry.user ? fullName(entry.user) : ''
  return (
    <li>
      <Text size="sm" fw={600}>
        {what}
      </Text>
      {about !== who && <Text size="sm">{about}</Text>}
      <Text size="xs" c="dimmed">
        {[who, formatDateTime(entry.created_at)].filter(Boolean).join(' · ')}
      </Text>
    </li>
  )
}
