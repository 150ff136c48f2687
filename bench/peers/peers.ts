import type { RequestBuilder, RequestText } from '../request_builders.ts'

/** Software to compare with: how it is started, and its requests for the same three operations. */
interface Peer {
  title: string
  /** Modules that are not needed and cannot be loaded, replaced by empty ones. */
  emptied?: string[]
  /** Commands in its folder: once to prepare, then to serve. */
  prepare?: string[]
  program: string[]
  /** SQL that configures it, as an administrator would in its interface. */
  setup?: string
  makers: Record<PeerOperation, RequestBuilder>
}

export const peerOperations = ['list', 'read', 'create'] as const
type PeerOperation = (typeof peerOperations)[number]

/** The token of all peers. */
const peer_token = 'bench-token-of-a-peer'

const aBundle: RequestBuilder<number> = ({ payments }, { pick }) => payments.first_bundle + pick(0, payments.bundles)
const aPayer: RequestBuilder<number> = ({ payments }, { pick }) => payments.first_contact + pick(0, payments.contacts)

const authorization = `Bearer ${peer_token}`
const get = (path: string): RequestText => ({ method: 'GET', path, headers: { authorization } })
const post = (path: string, data: object): RequestText => ({
  method: 'POST',
  path,
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify(data),
})

const method = { brand: 'card', last4: '4242' }
const parts = (contact_id: number, more: object = {}) => ({
  transactions: [{ ...more, contact_id, amount: 5400, payment_method_kind: 'card', payment_method: method }],
  memberships: [{ ...more, contact_id, amount: 2400, amount_initial: 2400 }],
  donations: [{ ...more, contact_id, amount: 3000, initial_amount: 3000 }],
})

const express: Peer = {
  title: 'Express 5 + Sequelize 6',
  program: ['service.mjs'],
  makers: {
    list: ({ group_id }) => get(`/bundles?limit=100&group_id=${group_id}`),
    read: (dataset, draw) => get(`/bundles/${aBundle(dataset, draw)}?group_id=${dataset.group_id}`),
    create: (dataset, draw) => post(`/bundles?group_id=${dataset.group_id}`, { data: parts(aPayer(dataset, draw)) }),
  },
}

const named = '{ rowId firstname surname groupId membershipCode membershipNumber }'
const bundleFields = `rowId createdAt updatedAt groupId
  transactionsByBundleId { nodes { rowId createdAt updatedAt groupId bundleId amount currency paymentMethodKind paymentMethod contactId date codeCampaign
    deliveredAt deliveryToken comment commentDate reimbursedAmount unpaidAmount externalTransactionId statusId extraJson } }
  membershipsByBundleId { nodes { rowId createdAt updatedAt groupId bundleId contactId startDate endDate membershipPriceId amount amountInitial currency
    comment rollingYear contactByContactId ${named} } }
  donationsByBundleId { nodes { rowId createdAt updatedAt groupId bundleId contactId date amount initialAmount currency donationPriceId affectation comment
    contactByContactId ${named} } }`
const graphql = (query: string, variables: object) => post('/graphql', { query, variables })

const postgraphile: Peer = {
  title: 'PostGraphile 5',
  program: ['service.mjs'],
  makers: {
    list: ({ group_id }) =>
      graphql(
        `query ($space: Int!) { allBundles(first: 100, orderBy: PRIMARY_KEY_DESC, condition: { groupId: $space }) { nodes { ${bundleFields} } } }`,
        { space: group_id },
      ),
    read: (dataset, draw) =>
      graphql(`query ($id: Int!) { bundleByRowId(rowId: $id) { ${bundleFields} } }`, { id: aBundle(dataset, draw) }),
    create: (dataset, draw) =>
      graphql(
        `mutation ($space: Int!, $contact: Int!, $method: JSON!) {
          createPayment(input: { space: $space, contact: $contact, fee: 2400, gift: 3000, kind: "card", method: $method }) { result { ${bundleFields} } } }`,
        { space: dataset.group_id, contact: aPayer(dataset, draw), method },
      ),
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
  makers: {
    list: ({ group_id }) => get(`/items/bundles?limit=100&sort=-id&filter[group_id][_eq]=${group_id}&fields=${nested}`),
    read: (dataset, draw) => get(`/items/bundles/${aBundle(dataset, draw)}?fields=${nested}`),
    create: (dataset, draw) =>
      post(`/items/bundles?fields=${nested}`, {
        group_id: dataset.group_id,
        ...parts(aPayer(dataset, draw), { group_id: dataset.group_id }),
      }),
  },
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
