import type { Dataset } from './dataset.ts'
import { del, file, get, patch, post, type RequestBuilder } from './request_builders.ts'

// All operations that are measured: the endpoint, after a comma the variant, and how its request is built.

const v1 = '/v1/transaction_bundles'
const aContact: RequestBuilder<number> = ({ people }, { pick }) =>
  people.first + Math.floor(people.size / 2) + pick(0, people.size / 2 - 1)
const aPayer: RequestBuilder<number> = ({ payments }, { pick }) => payments.first_contact + pick(0, payments.contacts)
/** Even ids of the newer half: the older half is deleted by another operation, and pgbench uses odd ids. */
const aBundle: RequestBuilder<number> = ({ payments }, { pick }) =>
  payments.first_bundle + 2 * (Math.floor(payments.bundles / 4) + pick(0, Math.floor(payments.bundles / 4)))
const anAction: RequestBuilder<number> = ({ field }, { pick }) => field.first_action + pick(0, field.actions)
const aUser: RequestBuilder<number> = ({ field }, { pick }) => field.first_user + pick(0, field.users)
const aTeam: RequestBuilder<number> = ({ field }, { pick }) => field.first_team + pick(0, field.teams)
const path =
  (before: string, one: RequestBuilder<number>, after = ''): RequestBuilder<string> =>
  (dataset, draw) =>
    `${before}/${one(dataset, draw)}${after}`
const ofOne = (before: string, name: keyof Dataset['ids'], after = '') =>
  path(before, ({ ids }) => Number(ids[name]), after)

const payment: RequestBuilder<object> = (dataset, draw) => {
  const contact_id = aPayer(dataset, draw)
  const transaction = {
    contact_id,
    amount: 5400,
    payment_method_kind: 'card',
    payment_method: { brand: 'card', last4: '4242' },
  }
  return {
    transactions: [transaction],
    memberships: [{ contact_id, amount: 2400 }],
    donations: [{ contact_id, amount: 3000 }],
  }
}
const comment: RequestBuilder = (dataset, draw) => {
  const id = aBundle(dataset, draw)
  return patch(`${v1}/${id}`, { transactions: [{ id, comment: draw.key() }] })(dataset, draw)
}
const person: RequestBuilder<object> = (_, { key }) => ({
  contact: {
    firstname: 'Ada',
    surname: `New ${key().slice(0, 8)}`,
    mail: `${key()}@example.org`,
    mobile: '06 12 34 56 78',
  },
})
const search = (condition: object, more: object = {}) =>
  post('/search', {
    advanced_search: { query: { $all: [{ $all: [{ $condition: condition }] }] }, per_page: 100, ...more },
  })
const visit: RequestBuilder<object> = (dataset, draw) => ({
  visit: { key: draw.key(), result: 'talked', contact_id: aContact(dataset, draw), comment: '' },
})
const spread = (keys: string[], made: (key: string) => Record<string, RequestBuilder>) =>
  Object.assign({}, ...keys.map(made))
const catalogue = (names: string[]) =>
  spread(names, name => ({
    [`GET /v1/${name}`]: get(`/v1/${name}`),
    [`GET /v1/${name}/{id}`]: get(ofOne(`/v1/${name}`, name as keyof Dataset['ids'])),
  }))

export const operations: Record<string, Record<string, RequestBuilder>> = {
  money: {
    [`GET ${v1}, 100 of them`]: get(`${v1}?limit=100`),
    [`GET ${v1}, the next 100, by cursor`]: get(({ ids }) => `${v1}?limit=100&cursor=${ids.second_page}`),
    [`GET ${v1}, 100 in the middle, by cursor`]: get(({ ids }) => `${v1}?limit=100&cursor=${ids.middle_page}`),
    [`GET ${v1}, of a contact`]: get((dataset, draw) => `${v1}?contact_id=${aPayer(dataset, draw)}`),
    [`GET ${v1}, of a status`]: get(({ ids }) => `${v1}?status_id=${ids.transaction_statuses}`),
    [`GET ${v1}, of a campaign`]: get(`${v1}?code_campaign=spring`),
    [`GET ${v1}, of a day`]: get(`${v1}?date_from=2025-01-02&date_to=2025-01-02`),
    [`GET ${v1}, changed since`]: get(`${v1}?updated_since=2025-01-02`),
    [`GET ${v1}/{id}`]: get(path(v1, aBundle)),
    [`POST ${v1}`]: post(v1, payment),
    [`PATCH ${v1}/{id}`]: comment,
    [`DELETE ${v1}/{id}`]: del(({ payments }, { n, turn }) => {
      const share = Math.floor(payments.bundles / 2 / 12)
      return n < share && turn < 12 ? `${v1}/${payments.first_bundle + turn * share + n}` : undefined
    }),
    [`GET ${v1}/{id}/history`]: get(path(v1, aBundle, '/history')),
    [`GET ${v1}.csv, of a day`]: get(`${v1}.csv?date_from=2025-01-02&date_to=2025-01-02`),
    'GET /v1/ledger.csv, of a day': get('/v1/ledger.csv?from=2025-01-02&to=2025-01-02'),
    'GET /v1/ledger': get('/v1/ledger?limit=100'),
    'GET /v1/ledger/balances': get('/v1/ledger/balances'),
    'GET /v1/ledger/settings': get('/v1/ledger/settings'),
    'GET /v1/statistics/money': get('/v1/statistics/money?from=2025-01-01&to=2025-12-31'),
    'GET /v1/transaction_settings': get('/v1/transaction_settings'),
    ...catalogue([
      'membership_price_groups',
      'membership_prices',
      'donation_prices',
      'transaction_statuses',
      'code_campaigns',
    ]),
    'GET /v1/transaction_batches': get('/v1/transaction_batches'),
    'GET /v1/transaction_batches/{id}': get(ofOne('/v1/transaction_batches', 'batch')),
    'GET /v1/payment_views': get('/v1/payment_views'),
    'GET /v1/payment_checks': get('/v1/payment_checks'),
    'GET /v1/payment_warnings': get('/v1/payment_warnings?state=open'),
  },
  contacts: {
    'GET /v1/contacts/{id}': get(path('/v1/contacts', aContact)),
    'GET /contacts/{id}': get(path('/contacts', aContact)),
    'GET /contacts': get('/contacts?limit=100'),
    'GET /contacts, by name': get('/contacts?limit=100&sort=name'),
    'POST /contacts': post('/contacts', person),
    'PATCH /contacts/{id}': patch(
      path('/contacts', aContact),
      (_, { key }) => ({ contact: { surname: key() } }),
      'application/merge-patch+json',
    ),
    'DELETE /contacts/{id}': del(({ people }, { n, turn }) => {
      const share = Math.floor(people.size / 2 / 12)
      return n < share && turn < 12 ? `/contacts/${people.first + turn * share + n}` : undefined
    }),
    'POST /contacts/upsert, of a new contact': post(
      '/contacts/upsert',
      (_, { key }) => ({ firstname: 'Ada', surname: key(), mail: `${key()}@example.org` }),
      {
        kind: 'contact',
      },
    ),
    'POST /contacts/upsert, of an existing contact': post(
      '/contacts/upsert',
      (dataset, draw) => ({ id: aContact(dataset, draw), birth_city: draw.key() }),
      { kind: 'contact' },
    ),
    'GET /contacts/upsert/{receipt}': get(({ ids }) => `/contacts/upsert/${ids.receipt}`),
    'GET /contacts/{id}/consents': get(path('/contacts', aContact, '/consents')),
    'GET /contacts/{id}/timeline': get(path('/contacts', aContact, '/timeline')),
    'GET /contacts/{id}/duplicates': get(path('/contacts', aContact, '/duplicates')),
    'GET /v1/duplicates': get('/v1/duplicates?limit=20'),
    'POST /v1/known_contacts': post('/v1/known_contacts', { external_ids: ['A-1'], mails: ['upserted@example.org'] }),
    'GET /v1/deleted_contacts': get('/v1/deleted_contacts'),
    'GET /v1/merges': get('/v1/merges'),
    'GET /v1/merges/{id}': get(ofOne('/v1/merges', 'merge')),
    'GET /v1/privacy_requests': get('/v1/privacy_requests'),
    'GET /v1/privacy_requests/{id}': get(ofOne('/v1/privacy_requests', 'privacy_request')),
    'GET /v1/privacy_requests/{id}/export': get(ofOne('/v1/privacy_requests', 'privacy_request', '/export')),
    'GET /v1/contacts/{id}/notes': get(path('/v1/contacts', aContact, '/notes')),
    'GET /v1/contacts/{id}/files': get(path('/v1/contacts', aContact, '/files')),
    'GET /v1/files/usage': get('/v1/files/usage'),
    'GET /v1/files/{id}': get(ofOne('/v1/files', 'file')),
    'GET /v1/files/{id}/content': get(ofOne('/v1/files', 'file', '/content')),
    'GET /v1/tasks': get('/v1/tasks'),
    'GET /v1/tasks/{id}': get(ofOne('/v1/tasks', 'task')),
    'GET /v1/contacts/{id}/relationships': get(path('/v1/contacts', aContact, '/relationships')),
    'GET /v1/households': get('/v1/households'),
    'GET /v1/households/{id}': get(ofOne('/v1/households', 'household')),
    'GET /v1/contacts/{id}/household': get(path('/v1/contacts', aContact, '/household')),
    'GET /v1/tags': get('/v1/tags'),
    'GET /v1/bulk_changes': get('/v1/bulk_changes'),
    'GET /v1/bulk_changes/{id}': get(ofOne('/v1/bulk_changes', 'bulk_change')),
    'GET /v1/bulk_changes/{id}/contacts': get(ofOne('/v1/bulk_changes', 'bulk_change', '/contacts')),
    'GET /v1/tag_changes/{id}': get(ofOne('/v1/tag_changes', 'tag_change')),
    'GET /forms': get('/forms'),
    'GET /forms/{id}': get(ofOne('/forms', 'form')),
    'GET /v1/forms/{id}/versions': get(ofOne('/v1/forms', 'form', '/versions')),
    'GET /v1/forms/type/{type}': get('/v1/forms/type/survey'),
    ...spread(['consent', 'survey', 'level_of_support', 'custom_fields', 'presence_status', 'tasks'], kind => ({
      [`GET /forms/${kind}`]: get(`/forms/${kind}`),
    })),
  },
  'search and files': {
    'POST /search, by surname': search({ attr: 'surname', ope: 'eql', value: 'nowhere' }),
    'POST /search, a part of a name': search({ attr: 'surname', ope: 'contains', value: 'rsta' }),
    'POST /search, by city': search({ attr: 'postalcode', ope: 'eql', value: '00123' }),
    'POST /search, by tag': search({ attr: 'tags', ope: 'eql', value: 'Tag 8' }),
    'POST /kpi': post('/kpi', {
      advanced_search: {
        query: { $all: [{ $all: [{ $condition: { attr: 'postalcode', ope: 'eql', value: '00123' } }] }] },
      },
    }),
    'GET /v1/find': get((_, { pick }) => `/v1/find?q=mail${pick(0, 1000)}@example.org`),
    'GET /v1/saved_filters': get('/v1/saved_filters'),
    'GET /v1/saved_filters/{id}': get(ofOne('/v1/saved_filters', 'saved_filter')),
    'POST /v1/imports, 1000 rows': file('/v1/imports?name=Bench', ({ n }) =>
      [
        'Nom,Prénom,Courriel',
        ...Array.from({ length: 1000 }, (_, row) => `Nom${row},Ada,m${n}_${row}@example.org`),
      ].join('\n'),
    ),
    'GET /v1/imports': get('/v1/imports'),
    'GET /v1/imports/{id}': get(ofOne('/v1/imports', 'import')),
    'GET /v1/imports/{id}/cells': get(ofOne('/v1/imports', 'import', '/cells')),
    'GET /v1/imports/{id}/kept': get(ofOne('/v1/imports', 'import', '/kept')),
    'GET /v1/imports/{id}/refused.csv': get(ofOne('/v1/imports', 'import', '/refused.csv')),
    'POST /v1/exports/contacts.csv, 1000 rows': post('/v1/exports/contacts.csv', ({ people }) => ({
      reason: 'bench',
      ids: Array.from({ length: 1000 }, (_, n) => people.first + Math.floor(people.size / 2) + n),
    })),
    'GET /v1/jobs': get('/v1/jobs'),
    'GET /v1/jobs/{id}': get(ofOne('/v1/jobs', 'job')),
  },
  'field work': {
    'GET /actions': get('/actions'),
    'GET /actions/{id}': get(path('/actions', anAction)),
    'GET /actions/{id}/visits': get(path('/actions', anAction, '/visits?limit=100')),
    'GET /actions/{id}/visits/{visit_id}': get(({ field }, { pick }) => {
      const n = pick(0, field.visits)
      return `/actions/${field.first_action + (n % field.actions)}/visits/${field.first_visit + n}`
    }),
    'GET /actions/{id}/visits/{visit_id}/history': get(
      ({ field }) => `/actions/${field.first_action}/visits/${field.first_visit}/history`,
    ),
    'POST /actions/{id}/visits': post(path('/actions', anAction, '/visits'), visit),
    'GET /actions/{id}/addresses': get(path('/actions', anAction, '/addresses?limit=100')),
    'GET /actions/{id}/contacts': get(path('/actions', anAction, '/contacts?limit=100')),
    'GET /actions/{id}/declared_visits': get(path('/actions', anAction, '/declared_visits')),
    'GET /actions/{id}/statistics': get(path('/actions', anAction, '/statistics')),
  },
  'people and access': {
    'GET /me': get('/me'),
    'GET /users, 100 of them': get('/users?limit=100'),
    'GET /users/{id}': get(path('/users', aUser)),
    'GET /teams, 100 of them': get('/teams?limit=100'),
    'GET /teams/public, 100 of them': get('/teams/public?limit=100'),
    'GET /teams/{id}': get(path('/teams', aTeam)),
    'GET /spaces': get('/spaces'),
    'GET /spaces/{id}': get(({ group_id }) => `/spaces/${group_id}`),
    'GET /roles': get('/roles'),
    'GET /roles/{id}': get(ofOne('/roles', 'role')),
    'GET /users/invitation': get('/users/invitation'),
    'GET /v1/suspensions': get('/v1/suspensions'),
    'GET /v1/tokens': get('/v1/tokens'),
    'GET /v1/identity_providers': get('/v1/identity_providers'),
    'GET /v1/identity_providers/{id}': get(ofOne('/v1/identity_providers', 'identity_provider')),
    'GET /v1/integrations': get('/v1/integrations'),
    'GET /v1/integrations/{id}': get(ofOne('/v1/integrations', 'integration')),
    'GET /v1/sessions': get('/v1/sessions'),
    'GET /v1/grants': get('/v1/grants'),
    'GET /v1/audit': get('/v1/audit'),
    'GET /v1/changes, the newest': get('/v1/changes?from=now'),
    'GET /v1/changes, the oldest': get('/v1/changes?limit=100'),
    'GET /v1/webhooks': get('/v1/webhooks'),
    'GET /v1/webhooks/{id}': get(ofOne('/v1/webhooks', 'webhook')),
    'GET /v1/webhooks/{id}/deliveries': get(ofOne('/v1/webhooks', 'webhook', '/deliveries')),
    'GET /health': get('/health'),
    'GET /openapi.json': get('/openapi.json'),
    'GET /docs': get('/docs'),
    'GET /docs/{page}': get('/docs/contacts'),
    'GET /docs.css': get('/docs.css'),
    'GET /docs.js': get('/docs.js'),
    'GET /pages.css': get('/pages.css'),
  },
}

/** The most frequent operations: measured longer than the others, and against limits and peers. */
export const hottest = {
  read: `GET ${v1}/{id}`,
  contact: 'GET /v1/contacts/{id}',
  list: `GET ${v1}, 100 of them`,
  second: `GET ${v1}, the next 100, by cursor`,
  contacts: 'GET /contacts',
  teams: 'GET /teams, 100 of them',
  search: 'POST /search, a part of a name',
  create: `POST ${v1}`,
  change: `PATCH ${v1}/{id}`,
  change_contact: 'PATCH /contacts/{id}',
} as const
