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
  test('refuse misleading characters: of a space, a role, a team and a user', async () => {
    const space = await aSpace(app)
    const { superadmin } = await aUserPerRole(app, space)
    const as = app.as(superadmin)
    const { id, mail } = superadmin
    const [role, link] = [await roleId(app, space, 'user'), await anyLink()]
    for (const [what, name] of Object.entries(misleading)) {
      const look = { color: '#35508f', order: 50, web: true, mobile: true, permissions: [] }
      for (const [answer, location] of [
        [await as.patch(`/spaces/${space}`, { name }), 'body.data.name'],
        [await as.post('/roles', { name, ...look }), 'body.data.name'],
        [await as.patch(`/roles/${role}`, { name }), 'body.data.name'],
        [await as.post('/teams', { team: { name } }), 'body.data.team.name'],
        [await as.patch(`/users/${id}`, { mail, firstname: name }), 'body.data.firstname'],
        [await as.patch(`/users/${id}`, { mail, surname: name }), 'body.data.surname'],
      ] as const)
        assert.deepEqual(refusal(answer), refusal.at(location), what)
      const page = await accept(link, { ...acceptance_form, firstname: name })
      assert.equal(page.status, 422)
      assert.equal(inputOf(page.text, 'firstname')!['aria-invalid'], 'true')
    }
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
