import { Alert, Button, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { nameOf } from '../contacts/data.ts'

const twinsQuery = (id: number) =>
  queryOptions({
    queryKey: ['duplicates', 'of', id],
    queryFn: async ({ signal }) => (await muster.duplicates.listOfContact({ id }, { signal })).data,
    throwOnError: false,
    staleTime: 60_000,
  })

/** Warns of another contact that may be the same person. */
export function DuplicateHint({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const { t } = useTranslation('contacts')
  const { data: twins = [] } = useQuery(twinsQuery(id))
  const [twin] = twins.filter(({ strength }) => strength !== 'possible')
  if (!twin) return null
  const { contact } = twin
  return (
    <Alert color="yellow" variant="light" p="xs">
      <Group justify="space-between">
        <Text size="sm">{t('duplicates.hint', { name: nameOf(contact) })}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => onOpen(contact.id)}>
            {t('duplicates.view')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={props => <Link {...props} to="/contacts/duplicates" search={{ one: id, other: contact.id }} />}
          >
            {t('duplicates.compare')}
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}
