import { Badge, Button, Code, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Integration, muster, refreshAfter } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { PermissionWords } from '../../components/PermissionWords.tsx'
import { SecretAlert } from '../../components/SecretAlert.tsx'
import { useRoleName } from '../../components/use_role_name.ts'
import { integrationsQuery } from '../data.ts'
import { IntegrationForm } from './IntegrationForm.tsx'

const secrets_max = 2

/** The integrations of the space. */
export function Integrations() {
  const { t } = useTranslation('settings')
  const { data: integrations } = useSuspenseQuery(integrationsQuery)
  const [making, setMaking] = useState(false)
  const [secret, setSecret] = useState('')
  const made = (secret: string | null) => {
    setSecret(secret ?? '')
    setMaking(false)
  }
  const add = (
    <Button id="new_integration" leftSection={<PlusIcon size={16} />} onClick={() => setMaking(true)}>
      {t('make_integration')}
    </Button>
  )
  return (
    <ListPage
      title={t('section.integrations')}
      framed={false}
      actions={integrations.length > 0 && !making && add}
      before={
        <>
          {secret && <SecretAlert title={t('secret_made')} secret={secret} />}
          {making && <IntegrationForm onMade={made} onCancel={() => setMaking(false)} />}
        </>
      }
      count={integrations.length}
      empty={
        !making && (
          <EmptyState title={t('no_integration')} why={t('no_integration_why')}>
            {add}
          </EmptyState>
        )
      }
    >
      {integrations.map(integration => (
        <OneIntegration key={integration.id} integration={integration} onSecret={setSecret} />
      ))}
    </ListPage>
  )
}

const run = (write: Promise<unknown>, message: string) =>
  void refreshAfter(['integrations'], write).then(() => notify(message), notifyError)

function OneIntegration({ integration, onSecret }: { integration: Integration; onSecret: (secret: string) => void }) {
  const { id, name, client_id, role, scopes, redirect_uris, secrets, public: isPublic } = integration
  const { t } = useTranslation('settings')
  const roleName = useRoleName()
  const renew = () =>
    void refreshAfter(['integrations'], muster.integrations.createSecret({ id })).then(
      ({ data }) => onSecret(data.secret ?? ''),
      notifyError,
    )
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {role && <Badge>{roleName(role)}</Badge>}
        </Group>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={t('end_named', { name })}
          onClick={() => run(muster.integrations.end({ id }), t('integration_ended'))}
        >
          {t('end')}
        </Button>
      </Group>
      <Text size="sm" mt="xs">
        client_id <Code>{client_id}</Code>
      </Text>
      {scopes.length > 0 ? (
        <PermissionWords permissions={scopes} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('only_signs_in')}
        </Text>
      )}
      {redirect_uris.map(address => (
        <Text size="sm" key={address} style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
      ))}
      {!isPublic && redirect_uris.length > 0 && <PkceSwitch integration={integration} />}
      {!isPublic && (
        <Stack gap={4} mt="xs">
          {secrets.map(secret => (
            <Group key={secret.id} gap="xs">
              <Text size="sm">{t('secret_of', { hint: secret.hint, day: formatDay(secret.created_at) })}</Text>
              {secrets.length > 1 && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  color="red"
                  onClick={() => run(muster.integrations.endSecret({ id, secret_id: secret.id }), t('secret_ended'))}
                >
                  {t('end')}
                </Button>
              )}
            </Group>
          ))}
          {secrets.length < secrets_max && (
            <Button size="xs" variant="default" onClick={renew} style={{ alignSelf: 'flex-start' }}>
              {t('make_secret')}
            </Button>
          )}
        </Stack>
      )}
    </Paper>
  )
}

/** Some confidential clients do not support PKCE. */
function PkceSwitch({ integration: { id, name, pkce_required } }: { integration: Integration }) {
  const { t } = useTranslation('settings')
  const set = (required: boolean) =>
    run(muster.integrations.update({ id, data: { pkce_required: required } }), t(required ? 'pkce_on' : 'pkce_off'))
  return (
    <Switch
      mt="xs"
      size="sm"
      label={t('pkce_required')}
      aria-label={t('pkce_required_named', { name })}
      checked={pkce_required}
      onChange={event => set(event.currentTarget.checked)}
    />
  )
}
