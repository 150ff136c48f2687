import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { CheckIcon, OfflineIcon, WaitingIcon } from '../../components/icons.tsx'
import { signIn } from '../../session.ts'
import type { QueuedVisit } from './doors.ts'
import { tellDeed } from './last_deed.ts'
import { otherAccountsQuery, queuedVisitsQuery, removeVisits, requeueVisits, retryRefused } from './offline/queue.ts'
import { sendQueued, useSyncState } from './offline/send.ts'

function useSyncText() {
  const { t } = useTranslation('field')
  const sync = useSyncState()
  const { data } = useSuspenseQuery(queuedVisitsQuery)
  const count = data.filter(({ refusal, undone }) => !refusal && !undone).length
  const [Icon, text] = !sync.reached
    ? [OfflineIcon, count > 0 ? t('sync.offline', { count }) : t('sync.offline_none')]
    : count > 0
      ? [WaitingIcon, t(sync.sending ? 'sync.sending' : 'sync.waiting', { count })]
      : [CheckIcon, t('sync.all_sent')]
  return { sync, count, Icon, text }
}

/** In the head of an action: how many visits are not sent. Screen readers get the whole sentence. */
export function SyncCount() {
  const { t } = useTranslation('field')
  const { sync, count, Icon, text } = useSyncText()
  const short = count > 0 ? t('sync.to_send', { count, shown: formatNumber(count) }) : t('sync.offline_short')
  return (
    <span className="field-sync" role="status" data-waiting={count > 0 || !sync.reached || undefined} title={text}>
      <Icon size={20} />
      {(count > 0 || !sync.reached) && <span aria-hidden="true">{short}</span>}
      <span className="unseen">{text}</span>
    </span>
  )
}

/** Shows whether recorded visits have been sent. */
export function SyncStatus() {
  const { Icon, text } = useSyncText()
  return (
    <Stack gap="xs">
      <Group gap={6} wrap="nowrap" c="dimmed" role="status" align="flex-start">
        <span style={{ flex: 'none', lineHeight: 0 }}>
          <Icon size={20} />
        </span>
        <Text size="sm">{text}</Text>
      </Group>
      <SyncNotices />
    </Stack>
  )
}

/** What keeps visits from being sent, and what to do about it. */
export function SyncNotices() {
  const { t } = useTranslation('field')
  const sync = useSyncState()
  const { data } = useSuspenseQuery(queuedVisitsQuery)
  const { data: elsewhere } = useSuspenseQuery(otherAccountsQuery)
  const refused = data.filter(({ refusal }) => refusal)
  return (
    <>
      {elsewhere > 0 && <Text size="sm">{t('sync.elsewhere', { count: elsewhere })}</Text>}
      {sync.reached && sync.signed_out && (
        <Alert color="yellow" role="alert">
          <Stack gap="xs">
            <Text size="sm">{t('sync.sign_in_why')}</Text>
            <Button size="md" onClick={() => void signIn()}>
              {t('sync.sign_in')}
            </Button>
          </Stack>
        </Alert>
      )}
      {refused.length > 0 && <Refused visits={refused} />}
    </>
  )
}

/** Visits that the server refused. They stay until the user discards them. */
function Refused({ visits }: { visits: QueuedVisit[] }) {
  const { t } = useTranslation('field')
  const drop = async (row: QueuedVisit) => {
    await removeVisits(row.key)
    tellDeed(t('refused.dropped', { door: row.label }), () => requeueVisits(row))
  }
  return (
    <Alert color="orange" role="alert" title={t('refused.title', { count: visits.length })}>
      <Stack gap="sm">
        {visits.map(row => (
          <Group key={row.key} justify="space-between" wrap="nowrap">
            <Text size="sm">
              <strong>{t('recorded', { door: row.label, result: t(`result.${row.visit.result}`) })}</strong>
              <br />
              {row.refusal}
            </Text>
            <Button
              variant="default"
              size="md"
              flex="none"
              aria-label={t('refused.drop_label', { door: row.label })}
              onClick={() => void drop(row)}
            >
              {t('refused.drop')}
            </Button>
          </Group>
        ))}
        <Button variant="default" size="md" onClick={() => void retryRefused().then(sendQueued)}>
          {t('refused.try')}
        </Button>
      </Stack>
    </Alert>
  )
}
