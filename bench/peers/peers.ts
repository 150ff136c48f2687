import { hottest } from '../operations.ts'
import type { RequestBuilder, RequestText } from '../request_builders.ts'

/** Software to compare with: how it is started, and its request for the operation that a goal compares. */
interface Peer {
  title: string
  /** Modules that are not needed and cannot be loaded, replaced by empty ones. */
  emptied?: string[]
  /** Commands in its folder: once to prepare, then to serve. */
  prepare?: string[]
  program: string[]
  /** SQL that configures it, as an administrator would in its interface. */
  setup?: string
  operation: string
  request: RequestBuilder<RequestText>
}

/** The token of all peers. */
const peer_token = 'bench-token-of-a-peer'

const authorization = `Bearer ${peer_token}`
const get = (path: string): RequestText => ({ method: 'GET', path, headers: { authorization } })

const express: Peer = {
  title: 'Express 5 + Sequelize 6',
  program: ['service.mjs'],
  operation: hottest.list,
  request: ({ group_id }) => get(`/bundles?limit=100&group_id=${group_id}`),
}

const named = '{ rowId firstname surname groupId membershipCode membershipNumber }'
const bundleFields = `rowId createdAt updatedAt groupId
  transactionsByBundleId { nodes { rowId createdAt updatedAt groupId bundleId amount currency paymentMethodKind paymentMethod contactId date codeCampaign
    deliveredAt deliveryToken comment commentDate reimbursedAmount unpaidAmount externalTransactionId statusId extraJson } }
  membershipsByBundleId { nodes { rowId createdAt updatedAt groupId bundleId contactId startDate endDate membershipPriceId amount amountInitial currency
    comment rollingYear contactByContactId ${named} } }
  donationsByBundleId { nodes { rowId createdAt updatedAt groupId bundleId contactId date amount initialAmount currency donationPriceId affectation comment
    contactByContactId ${named} } }`
const mutation = `mutation ($space: Int!, $contact: Int!, $method: JSON!) {
  createPayment(input: { space: $space, contact: $contact, fee: 2400, gift: 3000, kind: "card", method: $method }) { result { ${bundleFields} } } }`

const postgraphile: Peer = {
  title: 'PostGraphile 5',
  program: ['service.mjs'],
  operation: hottest.create,
  request: ({ group_id, payments }, { pick }) => {
    const contact = payments.first_contact + pick(0, payments.contacts)
    const variables = { space: group_id, contact, method: { brand: 'card', last4: '4242' } }
    return {
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: mutation, variables }),
    }
  },
}

const nested = [
  '*',
  'transactions.*',
  'memberships.*',
  'memberships.contact_id.*',
  'donations.*',
  'donations.contact_id.*',
].join()
const kinds = ['transactions', 'memberships', 'donations']

const directus: Peer = {
  title: 'Directus 12',
  // It sandboxes extensions, which are not used here, and has no prebuilt binary for this version of Node.
  emptied: ['node_modules/isolated-vm/isolated-vm.js'],
  prepare: ['node_modules/directus/cli.js', 'bootstrap'],
  program: ['node_modules/directus/cli.js', 'start'],
  setup: [
    ...['contacts', 'bundles', ...kinds].map(
      name => `insert into directus_collections (collection, accountability) values ('${name}', 'all');`,
    ),
    ...kinds.flatMap(kind => [
      `insert into directus_fields (collection, field, special, interface) values ('bundles', '${kind}', 'o2m', 'list-o2m');`,
      `insert into directus_relations (many_collection, many_field, one_collection, one_field) values ('${kind}', 'bundle_id', 'bundles', '${kind}');`,
      `insert into directus_fields (collection, field, special, interface) values ('${kind}', 'contact_id', 'm2o', 'select-dropdown-m2o');`,
      `insert into directus_relations (many_collection, many_field, one_collection) values ('${kind}', 'contact_id', 'contacts');`,
    ]),
  ].join('\n'),
  operation: hottest.list,
  request: ({ group_id }) =>
    get(`/items/bundles?limit=100&sort=-id&filter[group_id][_eq]=${group_id}&fields=${nested}`),
}

export const peers: Record<string, Peer> = { express, postgraphile, directus }

/** The settings of all peers, under the names that each of them reads. */
export const peerSettings = (host: string, port: number) => ({
  PORT: String(port),
  HOST: '127.0.0.1',
  NODE_ENV: 'production',
  TOKEN: peer_token,
  DB_HOST: host,
  DB_CLIENT: 'pg',
  DB_PORT: '5432',
  DB_DATABASE: 'postgres',
  DB_USER: 'postgres',
  DB_PASSWORD: 'none',
  DB_SEARCH_PATH: 'array:peers',
  SECRET: 'bench-secret-of-a-peer',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'bench-password-of-a-peer',
  ADMIN_TOKEN: peer_token,
  TELEMETRY: 'false',
  // It would refuse requests under load.
  PRESSURE_LIMITER_ENABLED: 'false',
  LOG_LEVEL: 'warn',
})
