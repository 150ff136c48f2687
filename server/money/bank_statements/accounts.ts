import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { fileError } from '../core/bank/files/errors.ts'
import type { ParsedStatement } from '../core/bank/statement.ts'
import type { FileAccount } from './import_queries.ts'

/** The account with the id that the caller gave. */
export function givenAccount(accounts: FileAccount[], id: number | undefined): FileAccount | undefined {
  if (id === undefined) return undefined
  const account = accounts.find(account => account.id === id)
  if (!account) throw invalid('query.bank_account_id', 'is not a bank account of your space', id)
  return account
}

/** The bank account that a statement belongs to. */
export function accountOf(
  statement: ParsedStatement,
  accounts: FileAccount[],
  given: FileAccount | undefined,
): FileAccount {
  const account = given ?? findAccount(statement, accounts)
  if (!account) throw fileError('', unknownAccount(statement))
  if (given && !isAccountOf(statement, given))
    throw fileError(
      '',
      msg`The file is of the account ${nameInFile(statement)}, but you chose ${given.name} (${given.iban || given.number}).`,
    )
  if (account.archived)
    throw fileError('', msg`The bank account ${account.name} is archived. Restore it to import files.`)
  if (account.currency !== statement.currency)
    throw fileError(
      '',
      msg`The file is in ${statement.currency}, but the bank account ${account.name} is in ${account.currency}.`,
    )
  return account
}

/** The only account that the statement can be of. */
export function findAccount(statement: ParsedStatement, accounts: FileAccount[]): FileAccount | undefined {
  if (!nameInFile(statement)) return undefined
  const found = accounts.filter(account => (account.iban || account.number) && isAccountOf(statement, account))
  if (found.length > 1)
    throw fileError(
      '',
      msg`${nameInFile(statement)} may be several of your bank accounts. Choose one with bank_account_id.`,
    )
  return found[0]
}

const nameInFile = ({ iban, number }: ParsedStatement) => iban || number

const unknownAccount = (statement: ParsedStatement) =>
  nameInFile(statement)
    ? msg`The file is of the account ${nameInFile(statement)}, which is none of your bank accounts. Add it first.`
    : 'The file does not name its account. Choose one with bank_account_id.'

/** Whether the IBAN or number in the file can be that of the account. */
function isAccountOf({ iban, number }: ParsedStatement, account: FileAccount) {
  if (!iban && !number) return true
  if (!account.iban && !account.number) return true
  if (iban && account.iban) return iban === account.iban
  if (iban) return containsParts(iban, account.number)
  if (account.number && significant(account.number) === significant(number)) return true
  return account.iban !== '' && containsParts(account.iban, number)
}

/** The parts of a number, such as bank code and account, are in the IBAN without leading zeros. */
function containsParts(iban: string, number: string) {
  const parts = number.split('/').map(significant)
  return (parts.at(-1)?.length ?? 0) >= 5 && parts.every(part => iban.includes(part))
}

const significant = (number: string) =>
  (number.split('/').at(-1) ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
