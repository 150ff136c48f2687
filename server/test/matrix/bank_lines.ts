import { aBankAccount, insertLines } from '../bank.ts'
import { aBundle, aContactId } from '../money.ts'
import { fromRole, get, type MatrixContext, type Row, type Rows } from './rows.ts'

let made = 0

/** Who may do what with bank accounts, their lines, and payments that wait for them. */
export async function bankLineRows({ app, cast }: MatrixContext): Promise<Rows> {
  const treasurer = app.as(cast.admin)
  const contact_id = await aContactId(app, cast.admin)
  const newAccount = () => ({ name: 'Bank', ledger_account: `5129${++made}` })
  const anAccount = async () => (await treasurer.post('/v1/bank_accounts', newAccount())).body.data.id as number
  const account = await aBankAccount(app, cast.admin, newAccount())
  const aLine = async (amount = 100) => {
    const [id = 0] = await insertLines(app, cast.admin, account.id, [{ amount }])
    return id
  }
  const aTransaction = async () => {
    const { transactions } = await aBundle(app, cast.admin, { transactions: [{ amount: 100, contact_id }] })
    return transactions[0].id as number
  }
  const anIgnoredLine = async () => {
    const id = await aLine()
    await treasurer.post(`/v1/bank_lines/${id}/ignore`, { reason: 'Test' })
    return id
  }
  const own = { ...fromRole('admin'), narrow_token: 403, other_space: 200 }
  const onOne = (method: string, path: () => Promise<string>, data?: () => Promise<object>): Row => ({
    request: async () => ({ method, path: await path(), ...(data && { data: await data() }) }),
    ...fromRole('admin'),
    narrow_token: 403,
    other_space: 404,
  })
  const lineAt = (verb: string) => async () => `/v1/bank_lines/${await aLine()}${verb}`
  const accountPath = async () => `/v1/bank_accounts/${await anAccount()}`

  return {
    'bank_accounts.list': { request: get('/v1/bank_accounts'), ...own },
    'bank_accounts.create': {
      request: async () => ({ method: 'POST', path: '/v1/bank_accounts', data: newAccount() }),
      ...own,
    },
    'bank_accounts.read': onOne('GET', accountPath),
    'bank_accounts.update': onOne('PATCH', accountPath, async () => ({ name: 'Renamed' })),
    'bank_accounts.delete': onOne('DELETE', accountPath),
    'bank_lines.list': { request: get('/v1/bank_lines?limit=1'), ...own },
    'bank_lines.read': onOne('GET', lineAt('')),
    'bank_lines.match': onOne('POST', lineAt('/match'), async () => ({
      matches: [{ kind: 'payment', transaction_id: await aTransaction(), amount: 100 }],
    })),
    'bank_lines.pay': onOne('POST', lineAt('/payment'), async () => ({ contact_id, kind: 'donation' })),
    'bank_lines.ignore': onOne('POST', lineAt('/ignore'), async () => ({ reason: 'Test' })),
    'bank_lines.undo': onOne(
      'POST',
      async () => '/v1/bank_lines/undo',
      async () => ({ line_ids: [await anIgnoredLine()] }),
    ),
    'waiting_payments.list': { request: get('/v1/waiting_payments'), ...own },
  }
}
