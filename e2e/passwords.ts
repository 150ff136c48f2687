import type { Page } from 'playwright-core'
import { hashPassword } from '../server/access/passwords.ts'
import type { TestApp } from '../server/test/harness.ts'
import type { Person } from '../server/test/people.ts'

/** Sets a password, so that the person can sign in. */
export async function setPassword<P extends Person>(app: TestApp, person: P): Promise<P & { password: string }> {
  const password = `lantern canal ${person.id} bicycle`
  await app.owner`update accounts set password_hash = ${await hashPassword(password)} where id = ${person.id}`
  return { ...person, password }
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

export async function typePassword(page: Page, mail: string, password: string) {
  await page.getByLabel('Email address').fill(mail)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
