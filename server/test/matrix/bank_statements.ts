import { aFileAccount, camt054, ibans, importBankFile } from '../bank_files.ts'
import { fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may import files of banks. */
export async function bankStatementRows({ app, space, cast }: MatrixContext): Promise<Rows> {
  await aFileAccount(app, space, { iban: ibans.zurich, name: 'Files' })
  let count = 0
  const aFile = () =>
    camt054([{ amount: 100, reference: `matrix ${++count}` }], { iban: ibans.zurich, id: `M${count}` })
  const aStatement = async () =>
    `/v1/bank_statements/${(await importBankFile(app, cast.admin, aFile())).statements[0].id as number}`
  const onOne = (method: string) => ({
    request: async () => ({ method, path: await aStatement() }),
    ...fromRole('admin'),
    narrow_token: 403,
    other_space: 404,
  })
  return {
    'bank_statements.list': {
      request: get('/v1/bank_statements'),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'bank_statements.upload': {
      request: async () => ({ method: 'POST', path: '/v1/bank_statements?name=Matrix', file: aFile() }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 422,
    },
    'bank_statements.preview': {
      request: async () => ({ method: 'POST', path: '/v1/bank_statements/preview?name=Matrix', file: aFile() }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'bank_statements.read': onOne('GET'),
    'bank_statements.delete': onOne('DELETE'),
  }
}
