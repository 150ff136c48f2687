import { aBankAccount, aBankLine, ignoreRow } from '../bank_rows.ts'
import { fromRole, type MatrixContext, type Row, type Rows } from './rows.ts'

let made = 0

/** Who may read, close and open the months of a bank account, and print what is brought to the bank. */
export async function bankMonthRows({ app, cast }: MatrixContext): Promise<Rows> {
  const { admin } = cast
  const treasurer = app.as(admin)
  const own = { ...fromRole('admin'), narrow_token: 403, other_space: 404 }
  /** A bank account with a line that is settled. */
  const anAccount = async () => {
    const id = await aBankAccount(app, admin, { ledger_account: `5128${++made}` })
    await ignoreRow(app, admin, await aBankLine(app, admin, id, { date: '2026-03-05', amount: 100 }))
    return id
  }
  const account = await anAccount()
  const aClosedAccount = async () => {
    const bank_account_id = await anAccount()
    await treasurer.post('/v1/bank_months/close', { bank_account_id, month: '2026-03' })
    return bank_account_id
  }
  const get = (path: string): Row => ({ request: async () => ({ method: 'GET', path }), ...own })
  const post = (path: string, anAccount: () => Promise<number>): Row => ({
    request: async () => ({
      method: 'POST',
      path,
      data: { bank_account_id: await anAccount(), month: '2026-03' },
    }),
    ...own,
  })
  const { body } = await treasurer.post('/v1/transaction_batches', {})
  return {
    'bank_months.list': get(`/v1/bank_months?bank_account_id=${account}`),
    'bank_months.statement': get(`/v1/bank_months/statement.pdf?bank_account_id=${account}&month=2026-03`),
    'bank_months.close': post('/v1/bank_months/close', anAccount),
    'bank_months.open': post('/v1/bank_months/open', aClosedAccount),
    'transaction_batches.depositSlip': get(`/v1/transaction_batches/${body.data.id}/deposit_slip.pdf`),
  }
}
