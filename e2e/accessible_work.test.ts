import { test } from 'node:test'
import { assertAccessible, openBrowser, startTestApp } from './browser.ts'
import { aFullSpace } from './everything.ts'
import { checkScreens } from './looking.ts'
import { looksAtWork, looksOfManager, looksOfVolunteer } from './looks.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const { people, ids } = await aFullSpace(app)

test('the screens about field work and money are accessible: light or dark, desktop or phone', async () => {
  await checkScreens(await visit(), people.boss, looksAtWork(ids))
})

test('the screens of a manager and of a volunteer are accessible too', async () => {
  await checkScreens(await visit(), people.manager, looksOfManager(ids), assertAccessible)
  await checkScreens(await visit(), people.volunteer, looksOfVolunteer(ids), assertAccessible)
})
