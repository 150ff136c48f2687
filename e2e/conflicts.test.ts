import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anAction } from '../server/test/field.ts'
import { aBundle, aContactId, bundleAt, payment } from '../server/test/money.ts'
import { aSpace, aTeam } from '../server/test/people.ts'
import { assertAccessible, openConsole } from './browser.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const [ines, omar] = [await member(space, { role: 'admin' }), await member(space, { role: 'admin' })]

/** A record of each kind: where its form is, a field of it, and how another user changes and reads that field. */
const records = {
  team: async () => {
    const { id } = await aTeam(app, ines, { name: 'Harbour' })
    return {
      path: `teams?open=${id}`,
      field: 'Description',
      change: (description: string) => app.as(omar).patch('/teams', { team: { id, description } }),
      read: async () => (await app.as(omar).get(`/teams/${id}`)).body.data.team.description,
    }
  },
  action: async () => {
    const { id } = await anAction(app, ines, { name: 'Shared' })
    return {
      path: `actions/${id}?open=edit`,
      field: 'What to say at the door',
      change: (pitch: string) => app.as(omar).patch(`/actions/${id}`, { action: { pitch } }),
      read: async () => (await app.as(omar).get(`/actions/${id}`)).body.data.Action.pitch,
    }
  },
  payment: async () => {
    const { id, transactions } = await aBundle(app, ines, { transactions: [payment(await aContactId(app, ines, {}))] })
    const item = { id: transactions[0].id }
    return {
      path: `payments?open=${id}`,
      field: 'Comment',
      change: (comment: string) => app.as(omar).patch(bundleAt(id), { transactions: [{ ...item, comment }] }),
      read: async () => (await app.as(omar).get(bundleAt(id))).body.data.transactions[0].comment,
    }
  },
}

for (const [what, aRecord] of Object.entries(records))
  test(`two users change one ${what}: the second is told of the conflict, compares, and nothing is lost`, async () => {
    const { path, field, change, read } = await aRecord()
    const page = await enter(ines, `/console/${path}`)
    const typed = page.getByLabel(field)
    await typed.fill('Mine')
    assert.equal((await change('Theirs')).status, 200)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else changed this while you were editing.').waitFor()
    await assertAccessible(page, `a ${what} with a conflict`)
    assert.equal(await typed.inputValue(), 'Mine', 'what was typed is still there')
    assert.equal(await read(), 'Theirs', 'what was saved first is still there')
    await page.getByRole('button', { name: 'See their version' }).click()
    await page.locator('textarea').filter({ hasText: 'Theirs' }).first().waitFor()
    assert.equal(await typed.inputValue(), 'Theirs')
    assert.equal(await read(), 'Theirs')
  })
