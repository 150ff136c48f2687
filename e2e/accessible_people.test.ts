import { test } from 'node:test'
import { openConsole } from './browser.ts'
import { checkScreens } from './check_screens.ts'
import { aFullSpace } from './full_space.ts'
import { peopleScreens } from './screens.ts'

const { app, visit } = await openConsole()
const { people, ids } = await aFullSpace(app)

test('the screens about people are accessible: light or dark, desktop or phone', async () => {
  await checkScreens(await visit(), people.boss, peopleScreens(ids))
})
