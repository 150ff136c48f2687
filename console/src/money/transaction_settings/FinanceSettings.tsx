import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../../components/Loading.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { BankSettings } from '../bank/settings/BankSettings.tsx'
import { Campaigns, DonationPrices, MembershipGroups, MembershipPrices, Statuses } from '../catalogue/catalogues.tsx'
import { ContributionRules } from '../contribution_rules/ContributionRules.tsx'
import { LedgerSettings } from '../ledger/settings/LedgerSettings.tsx'
import { PaymentChecks } from '../payment_checks/PaymentChecks.tsx'
import { AccountingPeriods } from './AccountingPeriods.tsx'
import { Numbering } from './Numbering.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import type { Tab } from './search_params.ts'

const route = getRouteApi('/settings/finance')

const panels: Record<Tab, () => React.ReactNode> = {
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
  ledger: () => <LedgerSettings />,
  bank: () => <BankSettings />,
  checks: () => <PaymentChecks />,
  contributions: () => <ContributionRules />,
}

/** One section of the finance settings; the menu of the settings has a link to each. */
export function FinanceSettings() {
  const { t } = useTranslation('finance')
  const { tab = 'memberships' } = route.useSearch()
  return (
    <>
      <PageHeader title={t(`tab.${tab}`)} />
      <Suspense fallback={<Loading />}>{panels[tab]()}</Suspense>
    </>
  )
}
