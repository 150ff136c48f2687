import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api.ts'
import { formatExactTime, fullName } from '../../components/formats.ts'
import './audit.css'

interface Props {
  label: string
  entries: AuditEntry[]
  kindName: (kind: string) => string
  subjectName: (entry: AuditEntry) => string
  onOpen: (id: number) => void
  onMore: (() => void) | undefined
}

/** The audit log on a phone: what was done, about what, by whom and when, in one column. */
export function AuditCards({ label, entries, kindName, subjectName, onOpen, onMore }: Props) {
  const { t } = useTranslation('settings')
  return (
    <>
      <ul className="audit-cards" aria-label={label}>
        {entries.map(entry => (
          <AuditCard key={entry.id} {...{ entry, onOpen }} what={kindName(entry.kind)} about={subjectName(entry)} />
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

interface CardProps {
  entry: AuditEntry
  what: string
  about: string
  onOpen: (id: number) => void
}

function AuditCard({ entry, what, about, onOpen }: CardProps) {
  const who = entry.user ? fullName(entry.user) : ''
  return (
    <li data-id={entry.id}>
      <button type="button" className="open" onClick={() => onOpen(entry.id)}>
        {what}
      </button>
      {about !== who && <Text size="sm">{about}</Text>}
      <Text size="xs" c="dimmed">
        {[who, formatExactTime(entry.created_at)].filter(Boolean).join(' · ')}
      </Text>
    </li>
  )
}
