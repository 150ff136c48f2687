import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually, startTestApp } from '../../test/harness.ts'
import { acceptance_form, anInviter, inputOf, newMailAddress } from '../../test/invitations.ts'
import { anInvitation, aSpace, aUserPerRole, mailsTo, refusal, roleId } from '../../test/people.ts'

const app = await startTestApp()
const { accept, anyLink } = await anInviter(app)

const misleading = {
  'a line break': 'Union\nAct now: http://evil.example',
  'a control character': 'Union\u0007',
  'a line separator': 'Union\u2028evil',
  'a right-to-left override': 'Union \u202egro.elpmaxe',
  'an isolate': 'Union \u2067gro.elpmaxe\u2069',
}

describe('names used in mails', () => {
  for (const [what, name] of Object.entries(misleading))
    test(`refuse ${what}: of a space, a role, a team and a user`, async () => {
      const space = await aSpace(app)
      const { superadmin } = await aUserPerRole(app, space)
      const as = app.as(superadmin)
      const role = { name, color: '#35508f', order: 50, web: true, mobile: true, permissions: [] }
      const answers = [
        [await as.patch(`/spaces/${space}`, { name }), 'body.data.name'],
        [await as.post('/roles', role), 'body.data.name'],
        [await as.patch(`/roles/${await roleId(app, space, 'user')}`, { name }), 'body.data.name'],
        [await as.post('/teams', { team: { name } }), 'body.data.team.name'],
        [await as.patch(`/users/${superadmin.id}`, { mail: superadmin.mail, firstname: name }), 'body.data.firstname'],
        [await as.patch(`/users/${superadmin.id}`, { mail: superadmin.mail, surname: name }), 'body.data.surname'],
      ] as const
      for (const [refused, location] of answers) assert.deepEqual(refusal(refused), [422, 'invalid_request', location])
      const page = await accept(await anyLink(), { ...acceptance_form, firstname: name })
      assert.equal(page.status, 422)
      assert.equal(inputOf(page.text, 'firstname')!['aria-invalid'], 'true')
    })

  test('may be written in any script, from left to right and from right to left', async () => {
    const space = await aSpace(app)
    const { superadmin } = await aUserPerRole(app, space)
    for (const name of ['Été à Lyon', 'חברים', 'اتحاد العمال', '連合'])
      assert.equal((await app.as(superadmin).patch(`/spaces/${space}`, { name })).status, 200)
  })

  test('older than this rule lose such characters in a mail', async () => {
    const space = await aSpace(app, 'Old \u202egro.elpmaxe')
    const { admin } = await aUserPerRole(app, space)
    const email = newMailAddress()
    await anInvitation(app, admin, email)
    const mail = await eventually(() => mailsTo(app, email)[0])
    assert.ok(mail.subject.endsWith('Old gro.elpmaxe') && !mail.text.includes('\u202e'))
  })
})
