import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routes } from '../../sdk/operations.ts'
import { aFile } from '../test/contact_files.ts'
import { aContact, aForm, answerTo, withoutUpdateTimes } from '../test/contacts.ts'
import { aFullAction, aVisit } from '../test/field.ts'
import { startTestApp } from '../test/harness.ts'
import { anImport } from '../test/imports.ts'
import { anIntegration, withAccessToken } from '../test/integrations.ts'
import { aBundle, aDonationPrice, aMembershipPrice, aStatus } from '../test/money.ts'
import { aSpace, aTeam, aUserPerRole } from '../test/people.ts'

// Clients read a record, change a field and send the whole record back. A record is therefore accepted
// as it was read, and an unchanged record changes nothing.

const app = await startTestApp({ env: { JOBS: 'off' } })
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
// Some changes need a recent sign-in.
const chief = await withAccessToken(app, cast.superadmin)
const as = app.as(chief)

const made = async (path: string, data: object): Promise<any> => {
  const { status, body, text } = await as.post(path, data)
  assert.equal(status, 200, text)
  return body.data
}

interface Story {
  /** Creates a record with a value in every field, and returns its path. */
  make: () => Promise<string>
  /** Where it is sent to, if that is another path. */
  to?: string
  /** How the record is read if it has no path of its own. */
  read?: (path: string) => Promise<unknown>
  /** The part of the answer that is sent, if that is not all of `data`. */
  sent?: (data: any) => unknown
}

const listed = (path: string) => async (at: string) => {
  const { body } = await as.get(path)
  return body.data.find(({ id }: { id: number }) => at.endsWith(`/${id}`))
}

const contact = await aContact(app, chief, { surname: 'Paying' })
const query = { $all: [{ $all: [{ $condition: { attr: 'address.city', ope: 'eql', value: 'Lyon' } }] }] }

/** A record that is made and read at paths of one list. */
const record = (path: string, data: object, read?: Story['read']): Story => ({
  make: async () => `${path}/${(await made(path, data)).id}`,
  ...(read && { read }),
})
/** A record that this makes, read below a path. */
const other = (path: string, make: () => Promise<{ id: number }>): Story => ({
  make: async () => `${path}/${(await make()).id}`,
})
const settings = (path: string): Story => ({ make: async () => path })
const fullAction = () => aFullAction(app, { ...cast, admin: chief, manager: chief })
const item = { amount: 1000, contact_id: contact.id }

const stories: Record<string, Story> = {
  'contacts.replace': other('/contacts', async () => {
    const form = await aForm(app, chief, { kind: 'custom_fields', type: 'date' })
    const answers = { custom_fields: [answerTo(form, undefined, '2024-01-11')], tags: [{ name: 'vip' }] }
    return { id: (await aContact(app, chief, { surname: 'Sent', address: { city: 'Lyon' }, ...answers })).id as number }
  }),
  'users.update': { ...settings(`/users/${cast.superadmin.id}`), sent: ({ User }) => User },
  'teams.replace': {
    ...other('/teams', () => {
      const fields = { users: [cast.user], leaders: [cast.manager], address: { city: 'Lyon' } }
      return aTeam(app, chief, fields as object)
    }),
    to: '/teams',
  },
  'roles.update': record('/roles', { name: 'Clerk', rank: 25, permissions: ['finance:read'] }),
  'forms.update': other('/forms', () => aForm(app, chief, { type: 'checkbox' })),
  'spaces.update': settings(`/spaces/${space}`),
  'saved_filters.update': record('/v1/saved_filters', {
    name: 'Lyon',
    query,
    sort_attr: 'address.city',
    shared: true,
  }),
  'webhooks.update': record('/v1/webhooks', { name: 'Site', url: 'https://example.org/hook', types: ['team.created'] }),
  'identity_providers.update': record('/v1/identity_providers', {
    name: 'Login',
    issuer: 'https://login.example.org',
    client_id: 'muster',
    domain: 'lyon.example.org',
    client_secret: 'secret',
    role_id: cast.user.role_id,
  }),
  'integrations.update': other('/v1/integrations', () => anIntegration(app, chief)),
  'imports.update': other('/v1/imports', () => anImport(app, chief, 'nom,mail\nA,a@example.org\n')),
  'notes.update': {
    make: async () => {
      const note = { text: `**Bold** @[user:${cast.manager.id}]`, pinned: true }
      return `/v1/notes/${(await made(`/v1/contacts/${contact.id}/notes`, note)).id}`
    },
    read: listed(`/v1/contacts/${contact.id}/notes`),
  },
  'files.update': other('/v1/files', () => aFile(app, chief, contact.id)),
  'tasks.update': record('/v1/tasks', {
    title: 'Call',
    text: 'Soon',
    contact_id: contact.id,
    assignee_id: cast.user.id,
    due_date: '2026-05-31',
  }),
  'households.update': record('/v1/households', {
    name: 'Home',
    street: 'rue de la Paix',
    city: 'Lyon',
    contact_ids: [contact.id],
  }),
  'privacy_requests.update': other('/v1/privacy_requests', async () =>
    made('/v1/privacy_requests', { kind: 'access', contact_id: (await aContact(app, chief)).id }),
  ),
  'payment_views.update': record(
    '/v1/payment_views',
    { name: 'Mine', filters: { status: '1' } },
    listed('/v1/payment_views'),
  ),
  'actions.update': other('/actions', fullAction),
  'visits.correct': {
    make: async () => {
      const { id } = await fullAction()
      const form = await aForm(app, chief, { type: 'date' })
      const said = { contact_id: contact.id, formdatas: [answerTo(form, undefined, '2026-05-01')], comment: 'Nice' }
      return `/actions/${id}/visits/${(await aVisit(app, chief, id, said)).id}`
    },
  },
  'membership_price_groups.update': record('/v1/membership_price_groups', { name: 'Group' }),
  'membership_prices.update': other('/v1/membership_prices', () => aMembershipPrice(app, chief)),
  'donation_prices.update': other('/v1/donation_prices', () => aDonationPrice(app, chief)),
  'code_campaigns.update': record('/v1/code_campaigns', { code: 'SPRING', name: 'Spring' }),
  'transaction_statuses.update': other('/v1/transaction_statuses', () => aStatus(app, chief)),
  'contribution_rules.update': settings('/v1/contribution_rules'),
  'transaction_settings.update': settings('/v1/transaction_settings'),
  'payment_checks.update': settings('/v1/payment_checks'),
  'ledger.updateSettings': settings('/v1/ledger/settings'),
  'bank_accounts.update': record('/v1/bank_accounts', {
    ...{ name: 'Bank', iban: 'FR76 3000 6000 0112 3456 7890 189', number: '12' },
    csv_mapping: { date_format: 'DD/MM/YYYY', decimal: ',', date: 0, text: [1, 2], debit: 3, credit: 4 },
  }),
  'bank_rules.update': record('/v1/bank_rules', {
    name: 'Fees',
    conditions: { direction: 'out', text_contains: 'Frais', amount_max: 5000 },
    outcome: { kind: 'account', account: '627000' },
  }),
  'transaction_batches.update': record('/v1/transaction_batches', { name: 'Cheques' }),
  'transaction_bundles.update': other('/v1/transaction_bundles', () => {
    const free = { ...item, payment_method: { bank: 'X' }, extra_json: { a: 1 } }
    return aBundle(app, chief, { transactions: [free], memberships: [item], donations: [item] })
  }),
}

const traces = async () => {
  const [row] = await app.owner`
    select (select count(*) from bundle_history) as bundles, (select count(*) from consent_history) as consents,
           (select count(*) from visit_history) as visits, (select sum(version) from contacts) as contacts`
  return { ...row }
}

// Records with a history, or that other programs follow, keep their ETag. Of the others only `updated_at` changes.
const keepsItsStamp = ['contacts.replace', 'transaction_bundles.update', 'transaction_settings.update']

describe('a record that was read is accepted unchanged, and nothing changes', () => {
  for (const [operation, { make, to, read, sent = (data: unknown) => data }] of Object.entries(stories))
    test(operation, async () => {
      const path = await make()
      const seen = async () => {
        if (read) return { data: withoutUpdateTimes(await read(path)) }
        const { status, body, text, headers } = await as.get(path)
        assert.equal(status, 200, text)
        return keepsItsStamp.includes(operation)
          ? { data: body.data, etag: headers.get('etag') }
          : { data: withoutUpdateTimes(body.data) }
      }
      const [before, traced] = [await seen(), await traces()]
      const { status, text } = await as.patch(to ?? path, sent(structuredClone(before.data)) as object)
      assert.equal(status, 200, text)
      assert.deepEqual([await seen(), await traces()], [before, traced])
    })

  // Operations whose answer is not a record.
  const without_record = ['users.assignRole', 'imports.correctCells']

  test('every operation that changes a record is tested', () => {
    const patches = Object.entries(routes).filter(([, [method]]) => method === 'PATCH')
    const untried = patches.map(([name]) => name).filter(name => !(name in stories) && !without_record.includes(name))
    assert.deepEqual(untried, [])
  })
})
