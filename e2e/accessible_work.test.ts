import { test } from 'node:test'
import { assertAccessible, openConsole } from './browser.ts'
import { checkScreens } from './check_screens.ts'
import { aFullSpace } from './full_space.ts'
import { managerScreens, volunteerScreens, workScreens } from './screens.ts'

const { app, visit } = await openConsole()
const { people, ids } = await aFullSpace(app)

test('the screens about field work and money are accessible: light or dark, desktop or phone', async () => {
  await checkScreens(await visit(), people.boss, workScreens(ids))
})

test('the screens of a manager and of a volunteer are accessible too', async () => {
  await checkScreens(await visit(), people.manager, managerScreens(ids), assertAccessible)
  await checkScreens(await visit(), people.volunteer, volunteerScreens(ids), assertAccessible)
})
