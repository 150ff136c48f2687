import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type Webhook } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { formatDateTime } from '../../components/formats.ts'
import { notify, notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { refreshInBackground, setEnabled } from './data.ts'
import { ReplayDialog } from './ReplayDialog.tsx'
import { WebhookStatus } from './WebhookStatus.tsx'

interface Props {
  webhook: Webhook
  onSecret: (secret: string) => void
  onGone: () => void
}

type Question = 'secret' | 'delete' | 'replay'

export function WebhookHeader({ webhook, onSecret, onGone }: Props) {
  const { t } = useTranslation('webhooks')
  const { id, name, url, enabled, former_secret_until } = webhook
  const [asked, setAsked] = useState<Question>()
  const done = (write: Promise<unknown>, said: () => void) => void write.then(said, notifyError)
  const test = () => done(refreshInBackground(muster.webhooks.test({ id })), () => notify(t('test_sent')))
  const pause = () => done(setEnabled(id, false), () => notifyWithUndo(t('paused'), () => setEnabled(id, true)))
  const resume = () => done(setEnabled(id, true), () => notify(t('resumed')))
  const renew = () => {
    setAsked(undefined)
    void refreshInBackground(muster.webhooks.renewSecret({ id })).then(
      ({ data }) => onSecret(data.secret ?? ''),
      notifyError,
    )
  }
  const remove = () => {
    setAsked(undefined)
    done(refreshInBackground(muster.webhooks.remove({ id })), () => {
      notify(t('deleted', { name }))
      onGone()
    })
  }
  return (
    <Stack gap="sm" mb="sm">
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h4" className="breaking">
          {name}
        </Title>
        <WebhookStatus webhook={webhook} />
      </Group>
      <Text size="sm" className="breaking">
        {url}
      </Text>
      <Trouble webhook={webhook} />
      {former_secret_until && (
        <Text size="sm" c="dimmed">
          {t('former_secret', { when: formatDateTime(former_secret_until) })}
        </Text>
      )}
      <Group gap="xs">
        {enabled ? (
          <>
            <Button size="xs" onClick={test}>
              {t('test')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsked('replay')}>
              {t('replay')}
            </Button>
            <Button size="xs" variant="default" onClick={pause}>
              {t('pause')}
            </Button>
          </>
        ) : (
          <Button size="xs" onClick={resume}>
            {t('resume')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => setAsked('secret')}>
          {t('renew')}
        </Button>
        <Button size="xs" variant="subtle" color="red" onClick={() => setAsked('delete')}>
          {t('do.delete', { ns: 'shell' })}
        </Button>
      </Group>
      <Sure
        title={t('renew_sure')}
        how={t('renew_how')}
        opened={asked === 'secret'}
        onClose={() => setAsked(undefined)}
      >
        <Button onClick={renew}>{t('renew')}</Button>
      </Sure>
      <Sure
        title={t('delete_sure', { name })}
        how={t('delete_how')}
        opened={asked === 'delete'}
        onClose={() => setAsked(undefined)}
      >
        <Button color="red" onClick={remove}>
          {t('delete_it')}
        </Button>
      </Sure>
      <ReplayDialog id={id} opened={asked === 'replay'} onClose={() => setAsked(undefined)} />
    </Stack>
  )
}

/** Why the webhook gets nothing, and what to do. */
function Trouble({ webhook: { enabled, disabled_because, failing_since } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  if (!enabled) return <Alert color="gray">{t(`off_because.${disabled_because || 'by_hand'}`)}</Alert>
  if (failing_since) return <Alert color="red">{t('failing_since', { when: formatDateTime(failing_since) })}</Alert>
  return null
}

interface SureProps {
  title: string
  how: string
  opened: boolean
  onClose: () => void
  children: React.ReactNode
}

function Sure({ title, how, opened, onClose, children }: SureProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} opened={opened} onClose={onClose}>
      <Text mb="md">{how}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('do.cancel')}
        </Button>
        {children}
      </Group>
    </Dialog>
  )
}
