import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckIcon, RightIcon } from '../components/icons.tsx'
import { countQuery, membershipPricesQuery } from '../money/transaction_bundles/data.ts'
import { invitationsQuery } from '../organisation/data.ts'
import { useMe } from '../use_me.ts'
import { contactCountQuery, hasColleaguesQuery } from './data.ts'

const placeholder_height = 224

/** The first steps of a new space, until they are done or dismissed. */
function useFirstSteps() {
  const { space, may } = useMe()
  const [hidden, setHidden] = useLocalStorage({ key: `muster.first_steps.${space.id}`, defaultValue: false })
  const asked = (...permissions: string[]) => ({ enabled: may(...permissions) && !hidden, throwOnError: false })
  const inviting = asked('users:invite', 'users:read')
  const company = useQuery({ ...hasColleaguesQuery, ...inviting })
  const invited = useQuery({ ...invitationsQuery, ...inviting })
  const contacts = useQuery({ ...contactCountQuery, ...asked('contacts:read', 'contacts:write') })
  const prices = useQuery({ ...membershipPricesQuery, ...asked('catalogue:write') })
  const payments = useQuery({ ...countQuery({}), ...asked('finance:write') })
  const all = [
    {
      name: 'invite',
      to: '/settings/invitations',
      done: company.data === true || (invited.data?.length ?? 0) > 0,
      known: company,
    },
    { name: 'import', to: '/contacts/import', done: (contacts.data ?? 0) > 0, known: contacts },
    { name: 'prices', to: '/settings/finance', done: (prices.data?.length ?? 0) > 0, known: prices },
    { name: 'payment', to: '/payments/new', done: (payments.data ?? 0) > 0, known: payments },
  ] as const
  const steps = all.filter(({ known }) => known.data !== undefined)
  return {
    steps,
    loading: all.some(({ known }) => known.isLoading),
    shown: !hidden && steps.some(({ done }) => !done),
    onHide: () => setHidden(true),
  }
}

/** The steps that are left; `otherwise` when there are none. */
export function FirstSteps({ otherwise }: { otherwise: ReactNode }) {
  const { t } = useTranslation('home')
  const { steps, loading, shown, onHide } = useFirstSteps()
  if (loading) return <Skeleton h={placeholder_height} />
  if (!shown) return otherwise
  return (
    <Paper withBorder p="md" component="section" aria-label={t('first.title')}>
      <Title order={2} size="h5" mb="sm">
        {t('first.title')}
      </Title>
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map(({ name, to, done }) => (
          <Group key={name} component="li" gap="xs" wrap="nowrap">
            {done ? <CheckIcon size={18} /> : <RightIcon size={18} />}
            {done ? (
              <Text td="line-through" c="dimmed">
                {t(`first.${name}`)}
              </Text>
            ) : (
              <Anchor component={Link} to={to as never}>
                {t(`first.${name}`)}
              </Anchor>
            )}
          </Group>
        ))}
      </Stack>
      <Button mt="sm" size="compact-sm" variant="subtle" onClick={onHide}>
        {t('first.hide')}
      </Button>
    </Paper>
  )
}
