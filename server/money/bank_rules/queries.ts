import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { Paging } from '../../fields.ts'
import type { BankRule, BankRuleChange, NewBankRule } from './schema.ts'

export async function listBankRules(
  _sql: Sql,
  _caller: Caller,
  _paging: Paging,
): Promise<{ rows: BankRule[]; total: number }> {
  throw new Error('not written yet')
}

export async function readBankRule(_sql: Sql, _caller: Caller, _id: number): Promise<BankRule> {
  throw new Error('not written yet')
}

export async function lockBankRule(_sql: Sql, _caller: Caller, _id: number): Promise<BankRule> {
  throw new Error('not written yet')
}

export async function createBankRule(_sql: Sql, _caller: Caller, _sent: NewBankRule): Promise<BankRule> {
  throw new Error('not written yet')
}

export async function changeBankRule(
  _sql: Sql,
  _caller: Caller,
  _id: number,
  _sent: BankRuleChange,
): Promise<BankRule> {
  throw new Error('not written yet')
}

export async function deleteBankRule(_sql: Sql, _caller: Caller, _id: number): Promise<void> {
  throw new Error('not written yet')
}
