import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import type { BankLine, LinePayment, NewMatch } from './schema.ts'

export async function matchLine(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _id: number,
  _matches: NewMatch[],
): Promise<BankLine> {
  throw new Error('not written yet')
}

export async function payFromLine(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _id: number,
  _sent: LinePayment,
): Promise<BankLine> {
  throw new Error('not written yet')
}

export async function ignoreLine(_sql: Sql, _caller: Caller, _id: number, _reason: string): Promise<BankLine> {
  throw new Error('not written yet')
}

export async function undoLines(
  _sql: Sql,
  _writer: { caller: Caller; request_id: string },
  _ids: number[],
): Promise<BankLine[]> {
  throw new Error('not written yet')
}
