import { Button, Stack } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/PageHeader.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { Merges } from '../merges/Merges.tsx'
import { DuplicateQueue } from './DuplicateQueue.tsx'

const route = getRouteApi('/contacts/duplicates')

/** Possible duplicates to decide about one by one; and past merges. */
export function Duplicates() {
  const { t } = useTranslation('contacts')
  const { one, other, tab } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Stack gap={0}>
      <PageHeader title={t('duplicates.title')}>
        <Button component={Link} to="/contacts" variant="default">
          {t('to_list')}
        </Button>
      </PageHeader>
      <PageTabs
        label={t('duplicates.title')}
        names={['list', 'merges']}
        open={tab ?? 'list'}
        onOpen={name => void navigate({ search: name === 'merges' ? { tab: name } : {}, replace: true })}
        labelOf={name => t(name === 'merges' ? 'duplicates.merges' : 'duplicates.to_decide')}
        panel={name =>
          name === 'merges' ? (
            <Merges />
          ) : (
            <DuplicateQueue
              asked={one && other ? { one, other } : undefined}
              onOpen={pair => void navigate({ search: pair ?? {}, replace: true })}
            />
          )
        }
      />
    </Stack>
  )
}
