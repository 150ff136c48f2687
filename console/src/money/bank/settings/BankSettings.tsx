import { Stack } from '@mantine/core'
import { BankAccounts } from './BankAccounts.tsx'
import { BankRules } from './BankRules.tsx'

/** The bank accounts with their statements, and the rules for their lines. */
export function BankSettings() {
  return (
    <Stack gap="xl">
      <BankAccounts />
      <BankRules />
    </Stack>
  )
}
