import type { Page } from 'playwright-core'
import { bank } from './bank_screens.ts'
import { button, type Screen } from './screen_steps.ts'

/** The ledger and the bank, with their settings. */
export const accounting: Screen[] = [
  ...bank,
  { path: '/payments/ledger', shows: 'Provisional' },
  { open: button('Validate…'), shows: 'This cannot be undone.', source: 'money/ledger/ValidateDialog.tsx' },
  {
    path: '/payments/ledger',
    open: button('Download…'),
    shows: 'French tax file (FEC)',
    source: 'money/ledger/DownloadDialog.tsx',
  },
  { path: '/payments/ledger?view=balances', shows: 'Credit balance' },
  { path: '/payments/ledger?journal=opening&year=2000', shows: 'Nothing matches these filters.' },
  { path: '/settings/finance?tab=ledger', shows: 'Accounts by payment method' },
  { open: button('Add an account'), shows: /^Debits and credits: / },
]

/** Chooses an option of a filter of the list. */
export async function choose(page: Page, filter: string, option: string) {
  await page.getByRole('combobox', { name: filter, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}
