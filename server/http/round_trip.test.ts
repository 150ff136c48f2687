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

const stories: Record<string, Story> = {
  'contacts.replace': {
    make: async () => {
      const form = await aForm(app, chief, { kind: 'custom_fields', type: 'date' })
      const answers = { custom_fields: [answerTo(form, undefined, '2024-01-11')], tags: [{ name: 'vip' }] }
      const { id } = await aContact(app, chief, { surname: 'Sent', address: { city: 'Lyon' }, ...answers })
      return `/contacts/${id}`
    },
  },
  'users.update': {
    make: async () => `/users/${cast.superadmin.id}`,
    sent: ({ User }) => User,
  },
  'teams.replace': {
    make: async () => {
      const { id } = await aTeam(app, chief, {
        users: [cast.user],
        leaders: [cast.manager],
        address: { city: 'Lyon' },
      } as object)
      return `/teams/${id}`
    },
    to: '/teams',
  },
  'roles.update': {
    make: async () => `/roles/${(await made('/roles', { name: 'Clerk', rank: 25, permissions: ['finance:read'] })).id}`,
  },
  'forms.update': { make: async () => `/forms/${(await aForm(app, chief, { type: 'checkbox' })).id}` },
  'spaces.update': { make: async () => `/spaces/${space}` },
  'saved_filters.update': {
    make: async () => {
      const filter = { name: 'Lyon', query, sort_attr: 'address.city', shared: true }
      return `/v1/saved_filters/${(await made('/v1/saved_filters', filter)).id}`
    },
  },
  'webhooks.update': {
    make: async () => {
      const hook = { name: 'Site', url: 'https://example.org/hook', types: ['team.created'] }
      return `/v1/webhooks/${(await made('/v1/webhooks', hook)).id}`
    },
  },
  'identity_providers.update': {
    make: async () => {
      const provider = {
        name: 'Login',
        issuer: 'https://login.example.org',
        client_id: 'muster',
        domain: 'lyon.example.org',
      }
      const { id } = await made('/v1/identity_providers', {
        ...provider,
        client_secret: 'secret',
        role_id: cast.user.role_id,
      })
      return `/v1/identity_providers/${id}`
    },
  },
  'integrations.update': { make: async () => `/v1/integrations/${(await anIntegration(app, chief)).id}` },
  'imports.update': {
    make: async () => `/v1/imports/${(await anImport(app, chief, 'nom,mail\nA,a@example.org\n')).id}`,
  },
  'notes.update': {
    make: async () => {
      const note = { text: `**Bold** @[user:${cast.manager.id}]`, pinned: true }
      return `/v1/notes/${(await made(`/v1/contacts/${contact.id}/notes`, note)).id}`
    },
    read: listed(`/v1/contacts/${contact.id}/notes`),
  },
  'files.update': { make: async () => `/v1/files/${(await aFile(app, chief, contact.id)).id}` },
  'tasks.update': {
    make: async () => {
      const task = { text: 'Soon', contact_id: contact.id, assignee_id: cast.user.id, due_date: '2026-05-31' }
      return `/v1/tasks/${(await made('/v1/tasks', { title: 'Call', ...task })).id}`
    },
  },
  'households.update': {
    make: async () => {
      const household = { name: 'Home', street: 'rue de la Paix', city: 'Lyon', contact_ids: [contact.id] }
      return `/v1/households/${(await made('/v1/households', household)).id}`
    },
  },
  'privacy_requests.update': {
    make: async () => {
      const request = { kind: 'access', contact_id: (await aContact(app, chief)).id }
      return `/v1/privacy_requests/${(await made('/v1/privacy_requests', request)).id}`
    },
  },
  'payment_views.update': {
    make: async () =>
      `/v1/payment_views/${(await made('/v1/payment_views', { name: 'Mine', filters: { status: '1' } })).id}`,
    read: listed('/v1/payment_views'),
  },
  'actions.update': {
    make: async () => `/actions/${(await aFullAction(app, { ...cast, admin: chief, manager: chief })).id}`,
  },
  'visits.correct': {
    make: async () => {
      const { id } = await aFullAction(app, { ...cast, admin: chief, manager: chief })
      const form = await aForm(app, chief, { type: 'date' })
      const said = { contact_id: contact.id, formdatas: [answerTo(form, undefined, '2026-05-01')], comment: 'Nice' }
      return `/actions/${id}/visits/${(await aVisit(app, chief, id, said)).id}`
    },
  },
  'membership_price_groups.update': {
    make: async () =>
      `/v1/membership_price_groups/${(await made('/v1/membership_price_groups', { name: 'Group' })).id}`,
  },
  'membership_prices.update': { make: async () => `/v1/membership_prices/${(await aMembershipPrice(app, chief)).id}` },
  'donation_prices.update': { make: async () => `/v1/donation_prices/${(await aDonationPrice(app, chief)).id}` },
  'code_campaigns.update': {
    make: async () => `/v1/code_campaigns/${(await made('/v1/code_campaigns', { code: 'SPRING', name: 'Spring' })).id}`,
  },
  'transaction_statuses.update': { make: async () => `/v1/transaction_statuses/${(await aStatus(app, chief)).id}` },
  'contribution_rules.update': { make: async () => '/v1/contribution_rules' },
  'transaction_settings.update': { make: async () => '/v1/transaction_settings' },
  'payment_checks.update': { make: async () => '/v1/payment_checks' },
  'ledger.updateSettings': { make: async () => '/v1/ledger/settings' },
  'bank_accounts.update': {
    make: async () => {
      const csv_mapping = { date_format: 'DD/MM/YYYY', decimal: ',', date: 0, text: [1, 2], debit: 3, credit: 4 }
      const account = { name: 'Bank', iban: 'FR76 3000 6000 0112 3456 7890 189', number: '12', csv_mapping }
      return `/v1/bank_accounts/${(await made('/v1/bank_accounts', account)).id}`
    },
  },
  'bank_rules.update': {
    make: async () => {
      const conditions = { direction: 'out', text_contains: 'Frais', amount_max: 5000 }
      const rule = { name: 'Fees', conditions, outcome: { kind: 'account', account: '627000' } }
      return `/v1/bank_rules/${(await made('/v1/bank_rules', rule)).id}`
    },
  },
  'transaction_batches.update': {
    make: async () => `/v1/transaction_batches/${(await made('/v1/transaction_batches', { name: 'Cheques' })).id}`,
  },
  'transaction_bundles.update': {
    make: async () => {
      const item = { amount: 1000, contact_id: contact.id }
      const free = { ...item, payment_method: { bank: 'X' }, extra_json: { a: 1 } }
      const bundle = await aBundle(app, chief, { transactions: [free], memberships: [item], donations: [item] })
      return `/v1/transaction_bundles/${bundle.id}`
    },
  },
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
