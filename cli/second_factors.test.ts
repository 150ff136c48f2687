import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { eventually, startTestApp } from '../server/test/harness.ts'
import { aSpace, aUser, mailsTo } from '../server/test/people.ts'
import { setPasswords, setUpSecondFactor, signedInBrowser } from '../server/test/sign_in.ts'
import { runCommand } from './commands.ts'

const app = await startTestApp()
const space = await aSpace(app)
const muster = (...args: string[]) => runCommand(args, () => readConfig({ DATABASE_URL: app.database_url }))
const turnOff = (mail: string) => muster('user', 'reset-second-factor', '--mail', mail)

test('muster user reset-second-factor turns off the second factor, notifies the user and writes an audit entry', async () => {
  const person = await aUser(app, space)
  await setPasswords(app, person)
  await setUpSecondFactor(await signedInBrowser(app, person))
  assert.match((await turnOff(person.mail))!, /with the password alone/)
  await signedInBrowser(app, person)
  await eventually(() => mailsTo(app, person.mail).some(({ subject }) => subject.includes('is off')))
  const deeds = await app.owner`
    select user_id, request from audit_log
    where group_id = ${space} and subject_id = ${person.id} and kind = 'account.second_factor_off'`
  assert.deepEqual([...deeds], [{ user_id: null, request: 'command line' }])
})

test('muster user reset-second-factor refuses an account without a second factor, and an unknown address', async () => {
  const person = await aUser(app, space)
  await assert.rejects(turnOff(person.mail), /has no second factor/)
  await assert.rejects(turnOff('nobody@example.org'), /No account has the address/)
})
