import { Stack, Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../components/Loading.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Campaigns, DonationPrices, MembershipGroups, MembershipPrices, Statuses } from '../catalogue/catalogues.tsx'
import { AccountingPeriods } from './AccountingPeriods.tsx'
import { Numbering } from './Numbering.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { type Tab, tabs } from './search_params.ts'

const route = getRouteApi('/settings/finance')

const contents: Record<Tab, () => React.ReactNode> = {
  memberships: () => (
    <Stack gap="xl">
      <MembershipPrices />
      <MembershipGroups />
    </Stack>
  ),
  donations: () => <DonationPrices />,
  statuses: () => <Statuses />,
  campaigns: () => <Campaigns />,
  methods: () => <PaymentMethods />,
  numbering: () => <Numbering />,
  periods: () => <AccountingPeriods />,
}

/** The finance settings: prices, statuses, campaigns, payment methods, numbering and accounting periods. */
export function FinanceSettings() {
  const { t } = useTranslation('finance')
  const { tab = 'memberships' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs value={tab} onChange={value => void navigate({ search: { tab: value as Tab }, replace: true })}>
        <Tabs.List mb="md" className="one-line">
          {tabs.map(name => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(name => (
          <Tabs.Panel key={name} value={name}>
            {name === tab && <Suspense fallback={<Loading />}>{contents[name]()}</Suspense>}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
