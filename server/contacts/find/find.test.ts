import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { anAction } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle } from '../../test/money.ts'
import { aSpace, aTeam, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Here', 'fr')
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const her_name = { firstname: 'Hélène', surname: 'Dupont-Marchand' }
const his = { firstname: 'Jean', surname: 'Wagner', external_id: 'CRM-77', black_list: true }
const helene = await aContact(app, cast.admin, { ...her_name, mail: 'helene@exemple.fr', mobile: '06 12 34 56 78' })
const jean = await aContact(app, cast.admin, his)
await aContact(app, other_space_user, her_name)
const teammate = await aUser(app, space, { firstname: 'Zacharie', surname: 'Lemoine' })
const leader = await aUser(app, space, { firstname: 'Wilhelmine', surname: 'Quentin' })
const open = await aTeam(app, cast.admin, { name: 'Équipe de la Bastille', users: [cast.user, teammate] })
const closed = await aTeam(app, cast.admin, { name: 'Trésorerie secrète', private: true, leaders: [leader] })
const doors = await anAction(app, cast.admin, { name: 'Porte-à-porte Ménilmontant', Users: [{ id: teammate.id }] })
const payment = await aBundle(app, cast.admin, { transactions: [{ amount: 5400, contact_id: helene.id }] })

async function found(q: string, who: Person = cast.superadmin) {
  const { status, body, text } = await app.as(who).get(`/v1/find?q=${encodeURIComponent(q)}`)
  assert.equal(status, 200, text)
  const { contacts, users, teams, actions, payments } = body.data
  const ids = (list: { id: number }[]) => list.map(({ id }) => id)
  return {
    ...{ contacts: ids(contacts), users: ids(users), teams: ids(teams), actions: ids(actions) },
    ...{ payments: ids(payments), data: body.data },
  }
}

describe('search across resources', () => {
  for (const q of [
    ...['dupont', 'DUPONT-MARCHAND', 'hélène dupont', 'helene', 'Marchand Hélène', 'dup hel', 'helene@exemple.fr'],
    ...['0612345678', '+33 6 12 34 56 78', 'He'],
  ])
    test(`${q} finds a contact, and their payment`, async () => {
      const { contacts, payments } = await found(q)
      assert.deepEqual([contacts, payments], [[helene.id], [payment.id]])
    })

  for (const q of ['dupomt', 'marchant', 'hélne', 'Hélèen', 'dpont', 'duppont', 'xupont', 'helene dupond', 'wagmer'])
    test(`${q}, with one wrong letter, still finds a contact`, async () => {
      assert.deepEqual((await found(q)).contacts, [q === 'wagmer' ? jean.id : helene.id])
    })

  test('results say whether they are only similar to the query', async () => {
    const anna = await aContact(app, cast.admin, { firstname: 'Anna', surname: 'Durand', married_name: 'Zimmer' })
    const paid = await aBundle(app, cast.admin, { transactions: [{ amount: 5400, contact_id: anna.id }] })
    for (const [q, similar] of [
      ['zimmer', false],
      ['zimmes', true],
    ] as const) {
      const { contacts, payments } = (await found(q)).data
      assert.deepEqual(valuesOf([...contacts, ...payments], 'id'), [anna.id, paid.id])
      assert.deepEqual(valuesOf([...contacts, ...payments], 'similar'), [similar, similar])
    }
    assert.equal((await found(`#${payment.id}`)).data.payments[0].similar, false)
    assert.deepEqual(valuesOf((await found('bastile')).data.teams, 'similar'), [true])
  })

  test('IDs are found: of a contact, of a payment, of another program', async () => {
    assert.ok((await found(String(helene.id))).contacts.includes(helene.id))
    assert.ok((await found(`#${payment.id}`)).payments.includes(payment.id))
    assert.deepEqual((await found('CRM-77')).contacts, [jean.id])
  })

  test('a contact who opted out is shown as such', async () => {
    assert.deepEqual((await found('wagner')).data.contacts, [
      { id: jean.id, label: 'Jean Wagner', detail: '', black_list: true, restricted: false, similar: false },
    ])
  })

  test('a payment shows contact, the exact amount, and the day of the space', async () => {
    const [hit] = (await found('dupont')).data.payments
    assert.equal(hit.label, `#${payment.id} Hélène Dupont-Marchand`)
    assert.match(hit.detail, /^54\.00 EUR · \d{4}-\d\d-\d\d$/)
    const date = '2026-10-21T23:30:00Z'
    for (const [amount, currency, told] of [
      [9_007_199_254_740_893, 'EUR', '90071992547408.93 EUR'],
      [5, 'EUR', '0.05 EUR'],
      [9_007_199_254_740_991, 'JPY', '9007199254740991 JPY'],
    ] as const) {
      const { id } = await aBundle(app, cast.admin, { transactions: [{ amount, currency, date, contact_id: jean.id }] })
      const [one] = (await found(`#${id}`)).data.payments
      assert.deepEqual([one.detail.startsWith(`${told} · `), one.day], [true, '2026-10-22'], one.detail)
    }
  })

  test('users and teams are found without accents, and with one wrong letter', async () => {
    assert.deepEqual((await found('zacharie')).users, [teammate.id])
    assert.deepEqual((await found('zaccharie lemoine')).users, [teammate.id])
    assert.deepEqual((await found('equipe bastille')).teams, [open.id])
    assert.deepEqual((await found('bastile')).teams, [open.id])
  })

  test('a whole mail address finds its contact in any case, and no address that only ends like it', async () => {
    const ann = await aContact(app, cast.admin, { surname: 'Short', mail: 'ann@whole.example' })
    const joann = await aContact(app, cast.admin, { surname: 'Long', mail: 'joann@whole.example' })
    assert.deepEqual((await found('Ann@Whole.example')).contacts, [ann.id])
    assert.deepEqual((await found('ann@whole.exam')).contacts.toSorted(), [ann.id, joann.id].toSorted())
  })

  test('a similar name is found beside an exact match of another resource', async () => {
    const near = await aContact(app, cast.admin, { surname: 'Kowalsky' })
    const team = await aTeam(app, cast.admin, { name: 'Kowalski' })
    const { contacts, teams } = await found('Kowalski')
    assert.deepEqual([contacts, teams], [[near.id], [team.id]])
  })

  test('returns at most 20 results, with a share for every resource', async () => {
    for (let n = 0; n < 25; n++) await aContact(app, cast.admin, { surname: `Ottokar ${n}` })
    await aTeam(app, cast.admin, { name: 'Ottokar and friends' })
    const { contacts, teams } = await found('ottokar')
    assert.deepEqual([contacts.length, teams.length], [19, 1])
  })
})

describe('visibility', () => {
  test('contacts and payments need their permissions', async () => {
    const { contacts, payments } = await found('dupont', cast.manager)
    assert.deepEqual([contacts, payments], [[helene.id], []])
    const nothing = await found('dupont', cast.user)
    assert.deepEqual([nothing.contacts, nothing.payments], [[], []])
    const treasurer = await aUser(app, space, { role: 'superadmin', scopes: ['finance:read'] })
    const books = await found('dupont', treasurer)
    assert.deepEqual([books.contacts, books.payments], [[], [payment.id]])
  })

  test('private teams are found by their members only, and volunteers find the members of their own teams', async () => {
    assert.deepEqual((await found('secrete', cast.manager)).teams, [])
    assert.deepEqual((await found('secrete', leader)).teams, [closed.id])
    assert.deepEqual((await found('zacharie', cast.user)).users, [teammate.id])
    assert.deepEqual((await found('quentin', cast.user)).users, [])
  })

  test('actions are found by name, with one wrong letter too, by users who see them', async () => {
    for (const who of [cast.manager, teammate]) {
      assert.deepEqual((await found('menilmontant', who)).actions, [doors.id])
      assert.deepEqual((await found('menilmontent', who)).actions, [doors.id])
    }
    for (const who of [cast.user, other_space_user]) assert.deepEqual((await found('menilmontant', who)).actions, [])
  })

  test('a token with other scopes finds nothing, as does a query unlike any name', async () => {
    const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['webhooks:manage'] })
    const nothing = { contacts: [], users: [], teams: [], actions: [], payments: [] }
    for (const q of ['dupont', 'zacharie', 'bastille', 'menilmontant'])
      assert.deepEqual((await found(q, narrow)).data, nothing)
    assert.deepEqual((await found('xyzzyqwv')).data, nothing)
  })

  test('another space finds its own data, and none of ours', async () => {
    const { contacts, users, teams, payments } = await found('dupont', other_space_user)
    assert.equal(contacts.length, 1)
    assert.notEqual(contacts[0], helene.id)
    assert.deepEqual([users, teams, payments], [[], [], []])
    assert.deepEqual((await found('zacharie', other_space_user)).users, [])
    assert.deepEqual((await found(`#${payment.id}`, other_space_user)).payments, [])
    assert.deepEqual((await found(String(helene.id), other_space_user)).contacts, [])
  })

  test('a request needs a query of valid length', async () => {
    for (const q of ['', '%20', 'x'.repeat(101)])
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/v1/find?q=${q}`)), invalidAt('query.q'))
    assert.equal((await app.as(cast.admin).get('/v1/find')).status, 422)
    const odd = ['%', '_', '\\', "'", '"', '%25%25%25', '((', '+', '😀😀😀😀', 'ﬁﬁﬁﬁ', '٣٣٣٣']
    for (const q of [...odd, '0'.repeat(90), '9'.repeat(15)])
      assert.equal((await app.as(cast.admin).get(`/v1/find?q=${encodeURIComponent(q)}`)).status, 200, q)
  })
})
