import { test } from 'node:test'
import { assertAccessible, openBrowser, startTestApp } from './browser.ts'
import { checkScreens } from './check_screens.ts'
import { aFullSpace } from './full_space.ts'
import { managerScreens, volunteerScreens, workScreens } from './screens.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const { people, ids } = await aFullSpace(app)

test('the screens about work and money, with what opens on them, are accessible: light or dark, on a desk or on a phone, in turn', async () => {
  await checkScreens(await visit(), people.boss, workScreens(ids))
})

test('what a manager and a volunteer see of them is accessible too', async () => {
  await checkScreens(await visit(), people.manager, managerScreens(ids), assertAccessible)
  await checkScreens(await visit(), people.volunteer, volunteerScreens(ids), assertAccessible)
})
