import { Alert, Button, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type IdentityProvider, muster } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { CopyIcon } from '../../components/icons.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { refresh, stateOf } from './data.ts'
import { ProviderForm } from './ProviderForm.tsx'

interface Props {
  provider: IdentityProvider
  state: ReactNode
  onGone: () => void
}

/** A provider: the steps that are left, its settings, and its end. */
export function ProviderRecord({ provider, state, onGone }: Props) {
  const { t } = useTranslation('identity_providers')
  const { id, name, domain, connected } = provider
  const [deletes, setDeletes] = useState(false)
  const remove = () => {
    setDeletes(false)
    void refresh(muster.identity_providers.remove({ id })).then(() => {
      notify(t('deleted', { name }))
      onGone()
    }, notifyError)
  }
  return (
    <Stack>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h4" className="breaking">
          {name}
        </Title>
        {state}
      </Group>
      <Text size="sm" c="dimmed" className="breaking">
        {[domain, t('connected', { count: connected })].join(' · ')}
      </Text>
      {stateOf(provider) === 'unproved' ? (
        <Steps provider={provider} />
      ) : (
        <Value label={t('redirect_uri')} value={provider.redirect_uri} />
      )}
      <ProviderForm provider={provider} />
      <Group>
        <Button variant="subtle" color="red" onClick={() => setDeletes(true)}>
          {t('delete')}
        </Button>
      </Group>
      <Dialog title={t('delete_sure', { name })} opened={deletes} onClose={() => setDeletes(false)}>
        <Text mb="md">{t('delete_how')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setDeletes(false)}>
            {t('button.cancel', { ns: 'shell' })}
          </Button>
          <Button color="red" onClick={remove}>
            {t('delete')}
          </Button>
        </Group>
      </Dialog>
    </Stack>
  )
}

/** The redirect URI, the DNS record, and the button that looks for it. */
function Steps({ provider: { id, domain, redirect_uri, dns_record } }: { provider: IdentityProvider }) {
  const { t } = useTranslation('identity_providers')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const verify = async () => {
    setBusy(true)
    setProblem('')
    try {
      await refresh(muster.identity_providers.verify({ id }))
      notify(t('verified', { domain }))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Alert color="yellow" title={t('steps')}>
      <Stack gap="sm">
        <Value label={t('step_redirect')} value={redirect_uri} />
        <Value label={t('step_record', { domain })} value={dns_record} />
        <Text size="sm">{t('step_verify')}</Text>
        {problem && (
          <Text size="sm" c="red" role="alert" className="breaking">
            {problem}
          </Text>
        )}
        <Group>
          <Button onClick={() => void verify()} loading={busy}>
            {t('verify')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** A text to copy to another place. */
function Value({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('identity_providers')
  return (
    <Stack gap={4}>
      <Text size="sm">{label}</Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              style={{ flexShrink: 0 }}
              leftSection={<CopyIcon size={14} />}
              onClick={copy}
              aria-label={copied ? t('button.copied', { ns: 'shell' }) : t('copy_named', { what: label })}
            >
              {t(copied ? 'button.copied' : 'button.copy', { ns: 'shell' })}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
