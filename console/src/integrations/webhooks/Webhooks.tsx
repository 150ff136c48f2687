import { Button, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api.ts'
import { CardList, RecordCard } from '../../components/CardList.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { webhooksQuery } from './data.ts'
import { type NewSecret, WebhookDrawer } from './WebhookDrawer.tsx'
import { WebhookStatus } from './WebhookStatus.tsx'

const route = getRouteApi('/settings/webhooks')

/** The webhooks of the space. */
export function Webhooks() {
  const { t } = useTranslation('webhooks')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: webhooks } = useSuspenseQuery(webhooksQuery)
  // Kept only while its webhook is open.
  const [newSecret, setNewSecret] = useState<NewSecret>()
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => void navigate({ search: { open: 'new' } })}>
      {t('create')}
    </Button>
  )
  return (
    <ListPage
      title={t('title')}
      framed={false}
      actions={webhooks.length > 0 && add}
      count={webhooks.length}
      empty={
        <EmptyState title={t('none')} why={t('none_why')}>
          {add}
        </EmptyState>
      }
      after={
        <WebhookDrawer
          search={search}
          ids={webhooks.map(({ id }) => id)}
          newSecret={newSecret}
          onNewSecret={secret => {
            setNewSecret(secret)
            // An open form keeps what was typed.
            if (search.open !== secret.id) void navigate({ search: { open: secret.id } })
          }}
          onSearch={search => void navigate({ search, replace: true })}
          onOpen={id => {
            setNewSecret(undefined)
            void navigate({ search: { open: id } })
          }}
          onClose={() => {
            setNewSecret(undefined)
            void navigate({ search: {} })
          }}
        />
      }
    >
      <CardList label={t('title')}>
        {webhooks.map(webhook => (
          <OneWebhook key={webhook.id} webhook={webhook} />
        ))}
      </CardList>
    </ListPage>
  )
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { id, name, url, types, delivered_at } = webhook
  return (
    <RecordCard name={name} to="/settings/webhooks" id={id} state={<WebhookStatus webhook={webhook} />}>
      <Text size="sm" mt={4} className="breaking">
        {url}
      </Text>
      <Text size="sm" c="dimmed">
        {[
          t('event_types', { count: types.length }),
          delivered_at ? t('last_delivery', { when: formatDateTime(delivered_at) }) : t('never_delivered'),
        ].join(' · ')}
      </Text>
    </RecordCard>
  )
}
