import type { Locator, Page } from 'playwright-core'

/** Opens a field that reads as text, and types into it. */
export async function startEdit(within: Page | Locator, label: string, text: string) {
  await within.getByRole('button', { name: new RegExp(`^${label}: `) }).click()
  const field = within.getByRole('textbox', { name: label, exact: true })
  await field.fill(text)
  return field
}

/** The same, and saves it. */
export const edit = async (within: Page | Locator, label: string, text: string) =>
  (await startEdit(within, label, text)).press('Enter')
