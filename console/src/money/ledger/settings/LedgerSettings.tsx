import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ledgerSettingsQuery } from '../data.ts'
import { AccountsForm } from './AccountsForm.tsx'
import { OpeningBalances } from './OpeningBalances.tsx'

/** The settings of the ledger: accounts, and the opening balances of a year. */
export function LedgerSettings() {
  const { preset } = useSuspenseQuery(ledgerSettingsQuery).data.settings
  return (
    <Stack gap="xl">
      {/* A new preset replaces all accounts. */}
      <AccountsForm key={preset} />
      <OpeningBalances />
    </Stack>
  )
}
