import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../api.ts'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { SecretAlert } from '../../components/SecretAlert.tsx'
import { Deliveries } from './Deliveries.tsx'
import { webhookQuery } from './data.ts'
import { type Tab, tabs, type WebhookSearch } from './search_params.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookHeader } from './WebhookHeader.tsx'

/** A secret that was just created, and its webhook. */
export interface NewSecret {
  id: number
  secret: string
}

interface Props extends Omit<OpenRecord, 'open'> {
  search: WebhookSearch
  newSecret: NewSecret | undefined
  onNewSecret: (secret: NewSecret) => void
  onSearch: (search: WebhookSearch) => void
}

export function WebhookDrawer({ ids, onOpen, onClose, ...props }: Props) {
  const { t } = useTranslation('webhooks')
  const { open } = props.search
  return (
    <ListRecordDrawer
      title={t(open === 'new' ? 'create' : 'one')}
      createForm={
        <WebhookForm onCancel={onClose} onSaved={(id, secret) => props.onNewSecret({ id, secret: secret ?? '' })} />
      }
      {...{ open, ids, onOpen, onClose }}
    >
      {id => <WebhookRecord id={id} onGone={onClose} {...props} />}
    </ListRecordDrawer>
  )
}

interface RecordProps extends Pick<Props, 'search' | 'newSecret' | 'onNewSecret' | 'onSearch'> {
  id: number
  onGone: () => void
}

/** The state and actions of a webhook, then its deliveries or settings. */
function WebhookRecord({ id, search, newSecret, onNewSecret, onSearch, onGone }: RecordProps) {
  const { t } = useTranslation('webhooks')
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id))
  if (!webhook || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} />
  const show = (tab: Tab) => onSearch({ open: id, tab: tab === 'settings' ? tab : undefined })
  const panels: Record<Tab, () => ReactNode> = {
    deliveries: () => (
      <Deliveries
        webhook={webhook}
        state={search.state}
        onState={state => onSearch({ open: id, ...(state && { state }) })}
      />
    ),
    settings: () => (
      <WebhookForm webhook={webhook} onCancel={() => show('deliveries')} onSaved={() => show('deliveries')} />
    ),
  }
  return (
    <Stack>
      <div>
        <WebhookHeader webhook={webhook} onSecret={secret => onNewSecret({ id, secret })} onGone={onGone} />
        {newSecret?.id === id && newSecret.secret && <SecretAlert title={t('secret_made')} secret={newSecret.secret} />}
      </div>
      <PageTabs
        label={webhook.name}
        names={tabs}
        open={search.tab ?? 'deliveries'}
        onOpen={show}
        labelOf={name => t(name)}
        panel={name => panels[name]()}
      />
    </Stack>
  )
}
