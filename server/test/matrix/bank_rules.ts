import { anAccountWithLines } from '../bank_proposals.ts'
import { fromRole, get, type MatrixContext, type Row, type Rows } from './rows.ts'

/** Who may do what with bank rules, and who accepts all certain proposals. */
export async function bankRuleRows({ app, cast }: MatrixContext): Promise<Rows> {
  const treasurer = app.as(cast.admin)
  const rule = { name: 'Fees', conditions: { text_contains: 'fees' }, outcome: { kind: 'account', account: '6270' } }
  const rulePath = async () => `/v1/bank_rules/${(await treasurer.post('/v1/bank_rules', rule)).body.data.id}`
  /** An account with a line that a rule says all about. */
  const anAccount = async () => {
    await rulePath()
    return anAccountWithLines(app.owner, cast.admin, [{ amount: -100, text: 'fees' }])
  }
  const own = { ...fromRole('admin'), narrow_token: 403, other_space: 200 }
  const onOne = (method: string, data?: object): Row => ({
    request: async () => ({ method, path: await rulePath(), data }),
    ...fromRole('admin'),
    narrow_token: 403,
    other_space: 404,
  })
  return {
    'bank_rules.list': { request: get('/v1/bank_rules'), ...own },
    'bank_rules.create': { request: async () => ({ method: 'POST', path: '/v1/bank_rules', data: rule }), ...own },
    'bank_rules.read': onOne('GET'),
    'bank_rules.update': onOne('PATCH', { name: 'Renamed' }),
    'bank_rules.delete': onOne('DELETE'),
    'bank_lines.acceptCertain': {
      request: async () => ({
        method: 'POST',
        path: '/v1/bank_lines/accept_certain',
        data: { bank_account_id: (await anAccount()).id },
      }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
  }
}
