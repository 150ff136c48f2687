import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CheckIcon, RightIcon } from '../components/icons.tsx'
import { countQuery, membershipPricesQuery } from '../money/transaction_bundles/data.ts'
import { invitationsQuery } from '../organisation/data.ts'
import { useMe } from '../use_me.ts'
import { contactCountQuery, hasColleaguesQuery } from './data.ts'
import { HomeSection } from './HomeSection.tsx'

/** The first steps of a new space. Hidden when done or dismissed. */
export function FirstSteps() {
  const { t } = useTranslation('home')
  const { space, may } = useMe()
  const [hidden, hide] = useLocalStorage({ key: `muster.first_steps.${space.id}`, defaultValue: false })
  const [invites, imports, books] = [
    may('users:invite', 'users:read'),
    may('contacts:read', 'contacts:write'),
    may('finance:write'),
  ]
  const company = useQuery({ ...hasColleaguesQuery, enabled: invites && !hidden })
  const invited = useQuery({ ...invitationsQuery, enabled: invites && !hidden })
  const contacts = useQuery({ ...contactCountQuery, enabled: imports && !hidden })
  const prices = useQuery({ ...membershipPricesQuery, enabled: may('catalogue:write') && !hidden })
  const payments = useQuery({ ...countQuery({}), enabled: books && !hidden })
  const steps = [
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
  const shown = steps.filter(({ known }) => known.data !== undefined)
  if (hidden || shown.every(({ done }) => done)) return null
  return (
    <HomeSection title={t('first.title')}>
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map(({ name, to, done }) => (
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
      <Button mt="sm" size="compact-sm" variant="subtle" onClick={() => hide(true)}>
        {t('first.hide')}
      </Button>
    </HomeSection>
  )
}
