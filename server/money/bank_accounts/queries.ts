import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { Paging } from '../../fields.ts'
import type { BankAccount, BankAccountChange, NewBankAccount } from './schema.ts'

export async function listBankAccounts(
  _sql: Sql,
  _caller: Caller,
  _paging: Paging,
): Promise<{ rows: BankAccount[]; total: number }> {
  throw new Error('not written yet')
}

export async function readBankAccount(_sql: Sql, _caller: Caller, _id: number): Promise<BankAccount> {
  throw new Error('not written yet')
}

export async function lockBankAccount(_sql: Sql, _caller: Caller, _id: number): Promise<BankAccount> {
  throw new Error('not written yet')
}

export async function createBankAccount(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _sent: NewBankAccount,
): Promise<BankAccount> {
  throw new Error('not written yet')
}

export async function changeBankAccount(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _id: number,
  _sent: BankAccountChange,
): Promise<BankAccount> {
  throw new Error('not written yet')
}

export async function deleteBankAccount(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _id: number,
): Promise<void> {
  throw new Error('not written yet')
}
