import { Badge, Button, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type IdentityProvider, isNotFound } from '../../api.ts'
import { CardList, RecordCard } from '../../components/CardList.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { ListRecordDrawer } from '../../components/ListRecordDrawer.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { providerQuery, providersQuery, stateOf } from './data.ts'
import { NewProviderForm } from './NewProviderForm.tsx'
import { ProviderRecord } from './ProviderRecord.tsx'

const route = getRouteApi('/settings/identity_providers')

const colors = { on: 'moss', off: 'gray', unproved: 'yellow' } as const

/** The providers through which people sign in to the space. */
export function IdentityProviders() {
  const { t } = useTranslation('identity_providers')
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: providers } = useSuspenseQuery(providersQuery)
  const show = (open?: number | 'new') => void navigate({ search: open === undefined ? {} : { open } })
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => show('new')}>
      {t('create')}
    </Button>
  )
  return (
    <ListPage
      title={t('title')}
      framed={false}
      actions={providers.length > 0 && add}
      count={providers.length}
      empty={
        <EmptyState title={t('none')} why={t('none_why')}>
          {add}
        </EmptyState>
      }
      after={
        <ListRecordDrawer
          title={t(open === 'new' ? 'create' : 'one')}
          open={open}
          ids={providers.map(({ id }) => id)}
          onOpen={show}
          onClose={() => show()}
          createForm={<NewProviderForm onCancel={() => show()} onSaved={show} />}
        >
          {id => <OpenProvider id={id} onGone={() => show()} />}
        </ListRecordDrawer>
      }
    >
      <CardList label={t('title')}>
        {providers.map(provider => (
          <OneProvider key={provider.id} provider={provider} />
        ))}
      </CardList>
    </ListPage>
  )
}

function OneProvider({ provider }: { provider: IdentityProvider }) {
  const { t } = useTranslation('identity_providers')
  const { id, name, domain, connected } = provider
  return (
    <RecordCard name={name} to="/settings/identity_providers" id={id} state={<ProviderState provider={provider} />}>
      <Text size="sm" c="dimmed" mt={4} className="breaking">
        {[domain, t('connected', { count: connected })].join(' · ')}
      </Text>
    </RecordCard>
  )
}

function ProviderState({ provider }: { provider: IdentityProvider }) {
  const { t } = useTranslation('identity_providers')
  const state = stateOf(provider)
  return <Badge color={colors[state]}>{t(`state.${state}`)}</Badge>
}

function OpenProvider({ id, onGone }: { id: number; onGone: () => void }) {
  const { data: provider, error, refetch } = useQuery(providerQuery(id))
  if (!provider || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} />
  return <ProviderRecord provider={provider} state={<ProviderState provider={provider} />} onGone={onGone} />
}
