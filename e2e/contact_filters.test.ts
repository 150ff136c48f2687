import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aSpace } from '../server/test/people.ts'
import { assertAccessible, openConsole } from './browser.ts'
import { fourNeighbours } from './contact_steps.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif', 'fr')
const person = async () => member(space, { role: 'superadmin' })
const [ines, omar] = [await person(), await person()]
await fourNeighbours(app, ines)

const shows = async (page: Page, ...wanted: string[]) => {
  await page
    .getByText(wanted.length === 1 ? '1 contact' : `${wanted.length} contacts`, { exact: true })
    .first()
    .waitFor()
  for (const name of wanted) await page.getByRole('link', { name: `${name} Stone`, exact: true }).waitFor()
  assert.deepEqual(
    await page.locator('tbody .open').allInnerTexts(),
    wanted.map(name => `${name} Stone`),
  )
}

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const sentence = 'Lives in Lyon and (has a mobile number or has a landline number) and is not tagged press'

describe('a filter with groups', () => {
  test('is built by keyboard and mouse, reads as a sentence, counts while it changes, and is in the address', async () => {
    const page = await enter(ines, '/console/contacts')
    await shows(page, 'Ada', 'Bea', 'Cleo', 'Dora')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page, 'How', 'is exactly')
    await page.getByLabel('Value').fill('Lyon')
    await page.getByRole('button', { name: 'Combine conditions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter contacts' })
    await dialog.getByText('3 contacts', { exact: true }).waitFor()
    await assertAccessible(page, 'the dialog with a condition')

    await dialog.getByRole('button', { name: 'Add a condition' }).click()
    await choose(page, 'Filter by', 'Mobile')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByText('1 contact', { exact: true }).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Add a condition')
    await dialog.getByRole('button', { name: 'Any of: Has a mobile number, or another condition' }).press('Enter')
    await choose(page, 'Filter by', 'Phone')
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
    await dialog.getByText('2 contacts', { exact: true }).waitFor()
    await assertAccessible(page, 'the dialog with a group')

    await dialog.getByRole('button', { name: 'Add a condition' }).last().click()
    await choose(page, 'Filter by', 'Tags')
    const tag = dialog.locator('input').and(page.getByLabel('Value'))
    await tag.fill('press')
    await tag.press('Enter')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('button', { name: 'Not: Is tagged press' }).press('Space')
    await dialog.getByText(sentence).waitFor()
    await dialog.getByText('1 contact', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Show contacts' }).click()
    await shows(page, 'Ada')
    await page.getByText(`Filter: ${sentence}`).waitFor()
    await assertAccessible(page, 'the list with a filter sentence')

    const other = await enter(omar, page.url().replace(app.url, ''))
    await shows(other, 'Ada')
    await other.getByText(`Filter: ${sentence}`).waitFor()
    await other.getByRole('button', { name: 'Remove the filter: Is not tagged press' }).click()
    await shows(other, 'Ada', 'Bea')
  })

  test('is kept by a saved view, and edited again from it', async () => {
    const is = (attr: string, ope: string, value?: unknown) => ({ $condition: { attr, ope, value } })
    const part = { not: { any: [is('any_phone', 'ext'), is('city', 'eql', 'Nice')] } }
    const query = { $all: [{ $all: [part] }] }
    const { status } = await app.as(ines).post('/v1/saved_filters', { name: 'Unreachable', shared: true, query })
    assert.equal(status, 200)
    const page = await enter(omar, '/console/contacts')
    await page.getByRole('tab', { name: 'Unreachable' }).click()
    await shows(page, 'Cleo')
    assert.equal(await page.getByRole('button', { name: 'Modified: save view' }).count(), 0)
    await page
      .getByRole('button', {
        name: 'Has neither a mobile nor a landline number and does not live in Nice',
        exact: true,
      })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Filter contacts' })
    await dialog.getByLabel('Contacts that match').selectOption('any of these')
    await dialog.getByText('3 contacts', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Show contacts' }).click()
    await shows(page, 'Ada', 'Bea', 'Dora')
    await page.getByRole('button', { name: 'Modified: save view' }).waitFor()
  })

  test('takes a condition that is still being typed, and negates each of a group', async () => {
    const page = await enter(ines, '/console/contacts')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page, 'How', 'is exactly')
    await page.getByLabel('Value').fill('Lyon')
    await page.getByRole('button', { name: 'Combine conditions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter contacts' })
    await dialog.getByLabel('Contacts that match').selectOption('none of these')
    await dialog.getByRole('button', { name: 'Add a condition' }).click()
    await choose(page, 'Filter by', 'Phone')
    await dialog.getByRole('button', { name: 'Show contacts' }).click()
    await shows(page, 'Dora')
    await page.getByRole('button', { name: 'Does not live in Lyon and has no landline number', exact: true }).waitFor()
  })

  test('of a shared view is locked for who may not use it, with the reason', async () => {
    const query = { $all: [{ $all: [{ $condition: { attr: 'tags', ope: 'any_of', value: ['press'] } }] }] }
    const { status } = await app.as(ines).post('/v1/saved_filters', { name: 'Journalists', shared: true, query })
    assert.equal(status, 200)
    const volunteer = await member(space, { role: 'manager' })
    const page = await enter(volunteer, '/console/contacts')
    const tab = page.getByRole('tab', { name: 'Journalists' })
    await tab.filter({ hasText: 'Needs the permission: See tags' }).waitFor()
    assert.ok(await tab.isDisabled())
    await shows(page, 'Ada', 'Bea', 'Cleo', 'Dora')
  })
})
