import assert from 'node:assert/strict'
import { runBulkChange } from '../server/test/bulk_changes.ts'
import { aFile } from '../server/test/contact_files.ts'
import { aContact, aForm, answerTo } from '../server/test/contacts.ts'
import { anAction, aVisit } from '../server/test/field.ts'
import type { TestApp } from '../server/test/harness.ts'
import { runImport } from '../server/test/imports.ts'
import { anIntegration } from '../server/test/integrations.ts'
import { uploadMap } from '../server/test/map_file.ts'
import {
  aBundle,
  aDonationPrice,
  aMembershipPrice,
  aStatus,
  changeTransactionSettings,
  payment,
} from '../server/test/money.ts'
import { aHousehold, aNote, aRelationship, aTask } from '../server/test/notes.ts'
import { anInvitation, aSpace, aTeam, aUser } from '../server/test/people.ts'
import type { ReplyBody } from '../server/test/reply_body.ts'
import { queryOf } from '../server/test/search.ts'
import { aBankStatement } from './bank_screens.ts'
import { setPassword } from './passwords.ts'

/** Creates a space with rows of every kind, so that no screen is empty. Returns its people and ids. */
export async function aFullSpace(app: TestApp) {
  const space = await aSpace(app, 'Collectif')
  const person = async (role: string, firstname: string) =>
    setPassword(app, await aUser(app, space, { role, firstname, surname: 'Moreau' }))
  const boss = await person('superadmin', 'Ines')
  await aUser(app, await aSpace(app, 'Regional network'), { mail: boss.mail })
  assert.equal((await uploadMap(app, boss)).status, 200)
  const [manager, volunteer] = [await person('manager', 'Omar'), await person('user', 'Wanda')]
  const [member, suspended] = [await aUser(app, space), await aUser(app, space)]
  const post = async (path: string, data: object): Promise<ReplyBody> => {
    const { status, body, text } = await app.as(boss).post(path, data)
    assert.equal(status, 200, text)
    return body.data
  }

  const consent = await aForm(app, boss, { label: 'May we write to you?', kind: 'consent' })
  const supporter = (firstname: string, wish: object = {}) =>
    aContact(app, boss, { firstname, surname: 'Stone', mail: `${firstname.toLowerCase()}@example.org`, ...wish })
  const address = { house_number: '3', street: 'Quay Street', postal_code: '69003', city: 'Lyon' }
  const ada = await supporter('Ada', { address, tags: [{ name: 'press' }], formdatas: [answerTo(consent)] })
  const bea = await supporter('Bea', { address, mobile: '06 39', black_list: true, birthdate: '1980-02-03' })
  const twin = await supporter('Beatrice', { mail: 'bea@example.org', birthdate: '1980-02-03' })
  const [stays, goes] = [await supporter('Cleo'), await supporter('Chloe')]
  await post(`/contacts/${stays.id}/merge`, { contact_id: goes.id })
  await post('/v1/saved_filters', {
    name: 'Journalists',
    query: queryOf({ attr: 'tags', ope: 'any_of', value: ['press'] }),
    shared: true,
  })
  for (const kind of ['erasure', 'access']) await post('/v1/privacy_requests', { kind, contact_id: bea.id })
  const past = await runImport(app, boss, 'surname,mail\nFlint,flint@example.org\nGrit,no-address\n')

  await aFile(app, boss, ada.id, 'statement.pdf')
  await aNote(app, boss, ada.id, `Calls **after six**. Ask @[user:${manager.id}].`, true)
  const task = await aTask(app, boss, { title: 'Ring the printer', contact_id: ada.id, assignee_id: boss.id })
  await aRelationship(app, boss, ada.id, bea.id)
  await aHousehold(app, boss, [ada.id, twin.id], 'Stone household')
  const bulk = await runBulkChange(app, boss, { ids: [ada.id, bea.id, goes.id] }, { tags: { add: ['spring'] } })

  const team = await aTeam(app, boss, { name: 'Harbour', leaders: [boss], users: [volunteer] })
  const action = await anAction(app, boss, {
    name: 'Long round',
    pitch: 'Ask about the rent.',
    goal: 10,
    public: true,
    Teams: [{ id: team.id }],
    Users: [{ id: boss.id }, { id: volunteer.id }],
    Forms: [{ id: consent.id }],
    Addresses: [1, 2, 3].map(housenumber => ({ housenumber, street: 'Rue Haute', city: 'Lyon' })),
  })
  const at = { housenumber: 1, street: 'Rue Haute', city: 'Lyon' }
  await aVisit(app, volunteer, action.id, { result: 'talked', address: at })

  const [pending, unpaid] = [
    await aStatus(app, boss, { name: 'Waiting', kind: 'pending' }),
    await aStatus(app, boss, { name: 'Sent back', kind: 'unpaid', archived: false }),
  ]
  await post('/v1/membership_price_groups', { name: 'Usual ones' })
  await aMembershipPrice(app, boss, { name: 'Full year' })
  await aDonationPrice(app, boss, { name: 'Hidden gift', hidden: true })
  await post('/v1/code_campaigns', { code: 'SPRING' })
  await changeTransactionSettings(app, boss, {
    open_periods: { '2026': { start: '2000-01-01', end: '2100-12-31', open: true } },
  })
  const paid = (wish: Record<string, unknown>, gifts: object = {}) =>
    aBundle(app, boss, { transactions: [payment(ada.id, wish)], ...gifts })
  const waiting = await paid(
    { status_id: pending.id, amount: 8000 },
    { donations: [payment(ada.id, { amount: 8000 })] },
  )
  await paid({ status_id: unpaid.id, payment_method_kind: 'cheque' }, { memberships: [payment(ada.id)] })
  const loose = await paid({ amount: 4000 })
  const doubtful = await paid({ amount: 100, code_campaign: 'SUMMER' }, { donations: [payment(ada.id)] })
  const batch = await post('/v1/transaction_batches', { expected_count: 1, expected_amount: 1000 })

  await aBankStatement(app, boss)
  await app.as(boss).post('/roles', { name: 'Treasurer', rank: 35, permissions: ['finance:read', 'finance:write'] })
  await post('/v1/suspensions', { user_id: suspended.id, reason: 'Lost telephone' })
  await anInvitation(app, boss, 'guest@example.org')
  await anIntegration(app, boss)
  // No such event happens, so nothing is sent.
  const webhook = await post('/v1/webhooks', {
    name: 'Press',
    url: 'https://example.org/hook',
    types: ['role.deleted'],
  })
  const identity_provider = await post('/v1/identity_providers', {
    name: 'Keycloak',
    issuer: 'https://login.example.org/realms/main',
    client_id: 'muster',
    client_secret: 'secret',
    domain: 'members.example.org',
  })
  return {
    people: { boss, manager, volunteer },
    ids: {
      ada: ada.id,
      bea: bea.id,
      twin: twin.id,
      task: task.id,
      team: team.id,
      action: action.id,
      waiting: waiting.id,
      loose: loose.id,
      doubtful: doubtful.id,
      batch: batch.id,
      member: member.id,
      suspended: suspended.id,
      imported: past.id,
      bulk_change: bulk.id,
      webhook: webhook.id,
      identity_provider: identity_provider.id,
    },
  }
}

export type FullSpaceIds = Awaited<ReturnType<typeof aFullSpace>>['ids']
