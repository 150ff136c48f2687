import { Anchor, Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { fullName } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'

/** The teams of the action with their members, and the people added by name. */
export function ActionPeople({ action }: { action: Action }) {
  const { t } = useTranslation('actions')
  const { may } = useMe()
  if (action.Teams.length + action.Users.length === 0)
    return (
      <Paper withBorder>
        <EmptyState title={t('no_people')} why={t('no_people_why')} />
      </Paper>
    )
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {action.Teams.map(({ id, name, userswithactive }) => (
          <Paper key={id} withBorder p="md">
            <Title order={2} size="h5" mb="xs">
              {may('teams:read') ? (
                <Anchor fw={700} renderRoot={props => <Link to="/teams" search={{ open: id }} {...props} />}>
                  {name}
                </Anchor>
              ) : (
                name
              )}
            </Title>
            <Text size="sm" c="dimmed" mb="xs">
              {t('members', { count: userswithactive.length })}
            </Text>
            <Names people={userswithactive} />
          </Paper>
        ))}
      </SimpleGrid>
      {action.Users.length > 0 && (
        <Paper withBorder p="md">
          <Title order={2} size="h5" mb="xs">
            {t('by_name')}
          </Title>
          <Names people={action.Users} />
        </Paper>
      )}
    </Stack>
  )
}

const Names = ({ people }: { people: { id: number; firstname: string; surname: string; mail?: string }[] }) => (
  <Group gap="xs">
    {people.map(person => (
      <Badge key={person.id} color="gray" size="lg" fw={400}>
        {fullName(person)}
      </Badge>
    ))}
  </Group>
)
