import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loading } from '../../components/Loading.tsx'
import { previousAndNext, RecordDrawer } from '../../components/RecordDrawer.tsx'
import { SecretAlert } from '../../components/SecretAlert.tsx'
import { Deliveries } from './Deliveries.tsx'
import { webhookQuery } from './data.ts'
import type { WebhookSearch } from './search_params.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookHeader } from './WebhookHeader.tsx'

/** A secret that was just created, and its webhook. */
export interface NewSecret {
  id: number
  secret: string
}

interface Props {
  search: WebhookSearch
  ids: number[]
  made: NewSecret | undefined
  onMade: (made: NewSecret) => void
  onSearch: (search: WebhookSearch) => void
  onOpen: (id: number) => void
  onClose: () => void
}

export function WebhookDrawer({ search, ids, onOpen, onClose, ...others }: Props) {
  const { t } = useTranslation('webhooks')
  const { open } = search
  return (
    <RecordDrawer
      title={t(open === 'new' ? 'create' : 'one')}
      opened={open !== undefined}
      onClose={onClose}
      {...previousAndNext(ids, open, onOpen)}
    >
      {open === 'new' ? (
        <WebhookForm onCancel={onClose} onSaved={(id, secret) => others.onMade({ id, secret: secret ?? '' })} />
      ) : (
        open !== undefined && <Known key={open} id={open} search={search} onGone={onClose} {...others} />
      )}
    </RecordDrawer>
  )
}

interface KnownProps extends Pick<Props, 'search' | 'made' | 'onMade' | 'onSearch'> {
  id: number
  onGone: () => void
}

/** The state and actions of a webhook, then its deliveries or settings. */
function Known({ id, search, made, onMade, onSearch, onGone }: KnownProps) {
  const { t } = useTranslation('webhooks')
  const { data: webhook, error } = useQuery(webhookQuery(id))
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={t('message.not_found', { ns: 'shell' })} />
  if (!webhook) return <Loading />
  const show = (tab: WebhookSearch['tab']) => onSearch({ open: id, tab })
  return (
    <>
      <WebhookHeader webhook={webhook} onSecret={secret => onMade({ id, secret })} onGone={onGone} />
      {made?.id === id && made.secret && <SecretAlert title={t('secret_made')} secret={made.secret} />}
      <Tabs
        mt="md"
        value={search.tab ?? 'deliveries'}
        onChange={tab => show(tab === 'settings' ? 'settings' : undefined)}
        keepMounted={false}
      >
        <Tabs.List aria-label={webhook.name} mb="md">
          <Tabs.Tab value="deliveries">{t('deliveries')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('settings')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <Deliveries
            webhook={webhook}
            state={search.state}
            onState={state => onSearch({ open: id, ...(state && { state }) })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <WebhookForm webhook={webhook} onCancel={() => show(undefined)} onSaved={() => show(undefined)} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
