import { test } from 'node:test'
import { assertAccessible, openBrowser, startTestApp } from './browser.ts'
import { aFullSpace } from './everything.ts'
import { lookAtAll } from './looking.ts'
import { looksAtWork, looksOfManager, looksOfVolunteer } from './looks.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const { people, ids } = await aFullSpace(app)

test('every screen about work and money and whatever opens on it is fit for all: by day or by night, on a desk or on a phone, in turns', async () => {
  await lookAtAll(await visit(), people.boss, looksAtWork(ids))
})

test('what is left of the console for whoever may do less is as accessible', async () => {
  await lookAtAll(await visit(), people.manager, looksOfManager(ids), assertAccessible)
  await lookAtAll(await visit(), people.volunteer, looksOfVolunteer(ids), assertAccessible)
})
