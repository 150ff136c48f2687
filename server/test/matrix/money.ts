import { aBundle, aContactId } from '../money.ts'
import { every_role, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

let made = 0

/** Who may do what with catalogues and the books. */
export async function moneyRows({ app, cast }: MatrixContext): Promise<Rows> {
  const treasurer = app.as(cast.admin)
  const contact_id = await aContactId(app, cast.admin)
  const payment = { transactions: [{ amount: 100, contact_id }] }
  const aPayment = async () => (await aBundle(app, cast.admin, payment)).id
  const aTransaction = async () => (await aBundle(app, cast.admin, payment)).transactions[0].id
  const reversal = { amount: 10, reason: 'Paid twice.' }
  const aReversal = async () => {
    const id = await aTransaction()
    const { body } = await treasurer.post(`/v1/transactions/${id}/refunds`, reversal)
    return `/v1/transactions/${id}/reversals/${body.data.id}/cancellation`
  }
  const aWarning = async () => {
    const { id } = await aBundle(app, cast.admin, {
      transactions: [{ amount: 100, contact_id, code_campaign: 'none' }],
    })
    const { body } = await treasurer.get(`/v1/payment_warnings?transaction_bundle_id=${id}`)
    return `/v1/payment_warnings/${body.data[0].id}/settle`
  }
  const aView = { name: 'View', filters: { state: 'unpaid' }, shared: true }
  const viewPath = async () => `/v1/payment_views/${(await treasurer.post('/v1/payment_views', aView)).body.data.id}`
  const aBatch = async () => (await treasurer.post('/v1/transaction_batches', {})).body.data.id as number
  const aClosedBatch = async () => {
    const id = await aBatch()
    await treasurer.post(`/v1/transaction_batches/${id}/close`)
    return id
  }

  // What the tax file needs.
  await treasurer.patch('/v1/ledger/settings', { siren: '123456789' })
  await treasurer.post('/v1/ledger/validate', { until: '2000-12-31' })

  return {
    ...catalogueRows('membership_price_groups', () => ({ name: 'Group' })),
    ...catalogueRows('membership_prices', () => ({ name: 'Price', amount: 100 })),
    'membership_prices.previewTerm': {
      request: get('/v1/membership_prices/term'),
      ...every_role,
      narrow_token: 403,
      other_space: 200,
    },
    ...catalogueRows('donation_prices', () => ({ name: 'Price', amount: 100 })),
    ...catalogueRows('transaction_statuses', () => ({ name: 'Status' })),
    ...catalogueRows('code_campaigns', () => ({ code: `code ${++made}` })),
    'transaction_settings.read': {
      request: get('/v1/transaction_settings'),
      ...every_role,
      narrow_token: 403,
      other_space: 200,
    },
    'transaction_settings.update': {
      request: async () => ({ method: 'PATCH', path: '/v1/transaction_settings', data: { max_batch_size: 40 } }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'payment_checks.read': { request: get('/v1/payment_checks'), ...every_role, narrow_token: 403, other_space: 200 },
    'payment_checks.update': {
      request: async () => ({ method: 'PATCH', path: '/v1/payment_checks', data: { allocation: 'warn' } }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'contribution_rules.read': {
      request: get('/v1/contribution_rules'),
      ...every_role,
      narrow_token: 403,
      other_space: 200,
    },
    'contribution_rules.update': {
      request: async () => ({ method: 'PATCH', path: '/v1/contribution_rules', data: { preset: 'none' } }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'payment_warnings.list': {
      request: get('/v1/payment_warnings'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'payment_warnings.settle': onOne('POST', aWarning, {}),
    'contribution_rules.check': {
      request: get(`/v1/contribution_rules/check?contact_id=${contact_id}`),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'transaction_bundles.list': {
      request: get('/v1/transaction_bundles'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'transaction_bundles.sum': {
      request: get('/v1/transaction_bundles/sums'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'transaction_bundles.export': {
      request: get('/v1/transaction_bundles.csv'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'transaction_bundles.exportSpreadsheet': {
      request: get('/v1/transaction_bundles.xlsx'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    ...ledgerRows(),
    'transaction_bundles.create': {
      request: async () => ({ method: 'POST', path: '/v1/transaction_bundles', data: payment }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 422,
    },
    'transaction_bundles.read': onOne('GET', async () => `/v1/transaction_bundles/${await aPayment()}`),
    'transaction_bundles.readHistory': onOne('GET', async () => `/v1/transaction_bundles/${await aPayment()}/history`),
    'transaction_bundles.update': onOne('PATCH', async () => `/v1/transaction_bundles/${await aPayment()}`, payment),
    'transaction_bundles.remove': onOne('DELETE', async () => `/v1/transaction_bundles/${await aPayment()}`),
    'transactions.refund': onOne('POST', async () => `/v1/transactions/${await aTransaction()}/refunds`, reversal),
    'transactions.return': onOne('POST', async () => `/v1/transactions/${await aTransaction()}/returns`, reversal),
    'transactions.readReversals': onOne('GET', async () => `/v1/transactions/${await aTransaction()}/reversals`),
    'transactions.cancelReversal': onOne('POST', aReversal, { reason: 'A mistake.' }),
    'transaction_batches.sum': {
      request: get('/v1/transaction_batches/sums'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'transaction_batches.list': {
      request: get('/v1/transaction_batches'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'transaction_batches.create': {
      request: async () => ({ method: 'POST', path: '/v1/transaction_batches', data: {} }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'transaction_batches.read': onOne('GET', async () => `/v1/transaction_batches/${await aBatch()}`),
    'transaction_batches.update': onOne('PATCH', async () => `/v1/transaction_batches/${await aBatch()}`, {
      name: 'Renamed',
    }),
    'transaction_batches.addTransactions': {
      ...onOne('POST', async () => `/v1/transaction_batches/${await aBatch()}/transactions`),
      request: async () => ({
        method: 'POST',
        path: `/v1/transaction_batches/${await aBatch()}/transactions`,
        data: { transaction_ids: [await aTransaction()] },
      }),
    },
    'transaction_batches.removeTransaction': onOne('DELETE', async () => {
      const [batch, transaction] = [await aBatch(), await aTransaction()]
      const path = `/v1/transaction_batches/${batch}/transactions`
      await treasurer.post(path, { transaction_ids: [transaction] })
      return `${path}/${transaction}`
    }),
    'transaction_batches.close': onOne('POST', async () => `/v1/transaction_batches/${await aBatch()}/close`),
    'transaction_batches.reopen': onOne('POST', async () => `/v1/transaction_batches/${await aClosedBatch()}/reopen`),
    'transaction_batches.deposit': onOne('POST', async () => `/v1/transaction_batches/${await aClosedBatch()}/deposit`),
    'payment_views.list': {
      request: get('/v1/payment_views'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'payment_views.create': {
      request: async () => ({ method: 'POST', path: '/v1/payment_views', data: aView }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'payment_views.update': onOne('PATCH', viewPath, { name: 'Renamed' }),
    'payment_views.remove': onOne('DELETE', viewPath),
    'statistics.read': {
      request: get('/v1/statistics/money'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
  }

  /** A request for one record, which users of other spaces cannot see. */
  function onOne(method: string, path: () => Promise<string>, data?: object) {
    return {
      request: async () => ({ method, path: await path(), data }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    }
  }

  function catalogueRows(name: string, fresh: () => object): Rows {
    const path = `/v1/${name}`
    const one = async () => `${path}/${(await treasurer.post(path, fresh())).body.data.id}`
    return {
      [`${name}.list`]: { request: get(path), ...every_role, narrow_token: 403, other_space: 200 },
      [`${name}.read`]: {
        request: async () => ({ method: 'GET', path: await one() }),
        ...every_role,
        narrow_token: 403,
        other_space: 404,
      },
      [`${name}.create`]: {
        request: async () => ({ method: 'POST', path, data: fresh() }),
        ...fromRole('admin'),
        narrow_token: 403,
        other_space: 200,
      },
      [`${name}.update`]: onOne('PATCH', one, { name: 'Renamed' }),
      [`${name}.remove`]: onOne('DELETE', one),
    }
  }
}

function ledgerRows(): Rows {
  const own = { ...fromRole('admin'), narrow_token: 403, other_space: 200 }
  const read = (path: string) => ({ request: get(path), ...own })
  const write = (method: 'POST' | 'PATCH', path: string, data: object) => ({
    request: async () => ({ method, path, data }),
    ...own,
  })
  return {
    'ledger.list': read('/v1/ledger'),
    'ledger.export': read('/v1/ledger.csv'),
    'ledger.balances': read('/v1/ledger/balances'),
    'ledger.sum': read('/v1/ledger/sums'),
    // The other space has no SIREN.
    'ledger.fec': { ...read('/v1/ledger/fec?year=2000'), other_space: 422 },
    'ledger.fecNotice': { ...read('/v1/ledger/fec/notice?year=2000'), other_space: 422 },
    'ledger.readSettings': read('/v1/ledger/settings'),
    'ledger.updateSettings': write('PATCH', '/v1/ledger/settings', { siren: '123456789' }),
    'ledger.validate': write('POST', '/v1/ledger/validate', { until: '2001-01-01' }),
    'ledger.replaceOpeningBalances': write('POST', '/v1/ledger/opening_balances', { year: 2020, balances: [] }),
  }
}
