import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { defined } from '../server/test/defined.ts'
import { withDemo } from '../server/test/demo.ts'
import { runImport } from '../server/test/imports.ts'
import type { Person } from '../server/test/people.ts'
import { openConsole, signIn } from './browser.ts'

const { app, visit, enter } = await openConsole({ own: true })
const demo = await withDemo(app)
// As PostgreSQL does by itself within a minute.
await app.owner.unsafe('analyze')
const account = (role: string) =>
  defined(
    demo.accounts.find(one => one.role === role && one.space_id === 1),
    role,
  )
const [boss, walker] = [account('superadmin'), account('user')]

const queue = (page: Page, kind: string) => page.locator(`.queue[data-kind=${kind}]`)
const numberIn = (text: string | null) =>
  Number(defined(/\d[\d,]*/.exec(text ?? '')?.[0], `a number in “${text}”`).replace(',', ''))
const textOf = async (page: Page, pattern: RegExp) => page.getByText(pattern).first().textContent()

/** The number that the screen of a queue shows. */
const onScreen: Record<string, (page: Page) => Promise<number>> = {
  bank: async page => numberIn(await page.getByRole('tab', { name: /^Open \d/ }).textContent()),
  to_check: async page => numberIn(await textOf(page, /^\d+ payments?$/)),
  warnings: async page => numberIn(await textOf(page, /payments? with a warning$/)),
  unpaid: async page => numberIn(await textOf(page, /^\d+ payments?$/)),
  renewals: async page => numberIn(await textOf(page, /^\d+ contacts?$/)),
  duplicates: async page => {
    const pairs = page.getByRole('region', { name: 'To check' }).getByRole('listitem')
    await pairs.first().waitFor()
    return pairs.count()
  },
  invitations: async page => {
    await page.getByRole('cell', { name: 'invited@example.org' }).waitFor()
    return page.locator('main tbody tr').count()
  },
  privacy: async page => {
    await page.getByText('Open', { exact: true }).first().waitFor()
    return page.getByText('Open', { exact: true }).count()
  },
  imports: async page => numberIn(await textOf(page, /not imported$/)),
  doors: async page => numberIn(await textOf(page, /^\d+ doors?$/)),
  tasks: async page => {
    await page.locator('.task-row').first().waitFor()
    return page.locator('.task-row').count()
  },
}

/** Something in every queue that the demo leaves empty. */
async function fillQueues(who: Person) {
  const ask = app.as(who)
  const [contact] = (await ask.get('/contacts?limit=1')).body.data.contacts
  const roles = (await ask.get('/roles')).body.data.roles
  const role_id = roles.find(({ name }: { name: string }) => name === 'user').id
  await ask.post('/users/invitation', { invitations: [{ email: 'invited@example.org', role_id }] })
  await ask.post('/v1/privacy_requests', { kind: 'access', contact_id: contact.id })
  await runImport(app, who, 'surname,mail\nFlint,flint@example.org\n,\nGrit,no-address\n,nobody\n', { match: 'mail' })
}

test('each number on the desk is the number of the screen it leads to', async () => {
  await fillQueues({ ...boss, id: 0, space: 1 } as unknown as Person)
  const page = await enter(boss)
  const rows = page.locator('.queue-link')
  await page.getByText(/^\d+ queues$/).waitFor()
  const kinds = await page.locator('.queue').evaluateAll(all => all.map(one => one.getAttribute('data-kind') ?? ''))
  assert.deepEqual(new Set(kinds), new Set(Object.keys(onScreen)))
  assert.ok(numberIn(await queue(page, 'bank').textContent()) >= 14)
  const overdue = numberIn(
    await queue(page, 'tasks')
      .getByText(/^\d+ overdue$/)
      .textContent(),
  )
  const left = await queue(page, 'doors').filter({ hasText: 'Croix-Rousse' }).textContent()
  assert.match(left ?? '', /^80.*112 of 192 doors/)
  for (const [place, kind] of kinds.entries()) {
    const read = defined(onScreen[kind], kind)
    const count = numberIn(await page.locator('.queue').nth(place).textContent())
    if (place < 9) await page.keyboard.press(String(place + 1))
    else await rows.nth(place).click()
    await page.locator('.desk').waitFor({ state: 'detached' })
    assert.equal(await read(page), count, kind)
    if (kind === 'tasks') assert.equal(numberIn(await page.locator('#tasks-late').textContent()), overdue)
    await page.goBack()
    await rows.nth(kinds.length - 1).waitFor()
  }

  const collected = page.getByRole('region', { name: /^Collected in/ })
  const sum = defined(await collected.getByRole('link').textContent(), 'the sum')
  await collected.getByRole('link').click()
  await page.getByRole('link', { name: sum, exact: true }).waitFor()
  await page.goto('/console/actions')
  await page.getByText('195 of 250').waitFor()
})

test('the desk is worked with the keyboard; a queue can be put off, hidden, and fail alone', async () => {
  const { page } = await visit()
  await page.route('**/v1/duplicates*', route => route.fulfill({ status: 500, json: {} }), { times: 4 })
  await signIn(page, boss)
  await page.getByRole('button', { name: 'Try again: Duplicates' }).waitFor()
  await page.unroute('**/v1/duplicates*')
  await page.getByRole('button', { name: 'Try again: Duplicates' }).click()
  await queue(page, 'duplicates').waitFor()

  const focused = page.locator('.queue:focus-within')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  assert.equal(await focused.getAttribute('data-kind'), 'bank')
  await page.keyboard.press('h')
  await page.locator('.desk-note', { hasText: 'Snoozed until tomorrow: bank lines' }).waitFor()
  assert.equal(await queue(page, 'bank').count(), 0)
  assert.equal(await focused.getAttribute('data-kind'), 'to_check', 'the focus is on the next queue')
  // G and H go home: H is no key of the desk then.
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  assert.equal(await queue(page, 'to_check').count(), 1)
  await page.reload()
  await queue(page, 'to_check').waitFor()
  assert.equal(await queue(page, 'bank').count(), 0)
  await page.getByRole('button', { name: 'Show again' }).click()
  await queue(page, 'bank').waitFor()

  await page.getByRole('button', { name: 'Choose my queues' }).click()
  await page.getByRole('checkbox', { name: 'Bank lines' }).uncheck()
  await page.keyboard.press('Escape')
  await queue(page, 'bank').waitFor({ state: 'detached' })
  await page.keyboard.press('1')
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  await page.goBack()

  const chart = page.getByRole('slider', { name: /^Collected in/ })
  await chart.focus()
  await chart.press('ArrowLeft')
  await page.locator('.chart-value').waitFor()
  assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /\d{4}: €[\d,.]+$/)
  await page.getByRole('button', { name: 'View as a table' }).first().click()
  await page.getByRole('table', { name: /^Collected in/ }).waitFor()
  await page.emulateMedia({ media: 'print' })
  assert.ok(!(await page.locator('.queue-link').first().isVisible()))
})

test('a canvasser sees their doors, as the field app counts them, and no money', async () => {
  const page = await enter(walker)
  const text = defined(await queue(page, 'doors').first().textContent(), 'the doors')
  assert.equal(await page.getByText(/Collected|Memberships/).count(), 0)
  await queue(page, 'doors').first().locator('.queue-link').click()
  const progress = await textOf(page, /^\d+ of \d+ doors$/)
  const [visited = 0, doors = 0] = defined(progress, 'the progress').match(/\d+/g)?.map(Number) ?? []
  assert.equal(doors - visited, numberIn(text))
})
