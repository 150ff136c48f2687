import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/PageHeader.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { BankSettings } from '../bank/settings/BankSettings.tsx'
import { Campaigns, DonationPrices, MembershipGroups, MembershipPrices, Statuses } from '../catalogue/catalogues.tsx'
import { ContributionRules } from '../contribution_rules/ContributionRules.tsx'
import { LedgerSettings } from '../ledger/settings/LedgerSettings.tsx'
import { PaymentChecks } from '../payment_checks/PaymentChecks.tsx'
import { AccountingPeriods } from './AccountingPeriods.tsx'
import { Numbering } from './Numbering.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { type Tab, tabs } from './search_params.ts'

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

/** The finance settings: prices, statuses, campaigns, payment methods, numbering, accounting periods, the ledger, the bank, checks and contribution rules. */
export function FinanceSettings() {
  const { t } = useTranslation('finance')
  const { tab = 'memberships' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={t('title')} />
      <PageTabs
        names={tabs}
        open={tab}
        onOpen={name => void navigate({ search: { tab: name }, replace: true })}
        labelOf={name => t(`tab.${name}`)}
        panel={name => panels[name]()}
      />
    </>
  )
}
