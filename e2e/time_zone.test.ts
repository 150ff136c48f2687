import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)

test('a superadmin finds a time zone by its city and saves it, also on a phone', async () => {
  const space = await aSpace(app, 'Collectif', 'fr')
  const ada = await setPassword(app, await aUser(app, space, { role: 'superadmin' }))
  for (const [options, label, save, zone] of [
    [{}, 'Time zone', 'Save', 'America/Toronto'],
    [{ locale: 'fr', viewport: phone }, 'Fuseau horaire', 'Enregistrer', 'Europe/Brussels'],
  ] as const) {
    const { page, complaints } = await visit(options)
    await signIn(page, ada, '/console/settings/space')
    const field = page.getByRole('combobox', { name: label })
    await field.fill(zone.replace(/.*\//, ''))
    await page.getByRole('option', { name: zone }).click()
    await assertAccessible(page, `the time zone, ${label}`)
    await page.getByRole('button', { name: save }).click()
    await page.getByRole('alert').first().waitFor()
    const { body } = await app.as(ada).get(`/spaces/${space}`)
    assert.equal(body.data.time_zone, zone)
    assert.deepEqual(complaints, [])
  }
})
