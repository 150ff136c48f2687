// What a bank file says, whatever its format.

/** A transaction inside of a line that stands for several. */
export interface StatementDetail {
  amount: number
  text: string
  counterparty: string
  counterparty_iban: string
  end_to_end_id: string
  mandate_id: string
  return_reason: string
}

export interface StatementLine extends StatementDetail {
  /** As 2026-10-31. */
  date: string
  value_date: string
  /** The name that the bank gave it; empty if none. */
  bank_reference: string
  details: StatementDetail[]
}

export type BankFormat = 'camt.053' | 'camt.054' | 'mt940' | 'ofx' | 'csv'

export interface ParsedStatement {
  format: BankFormat
  /** Empty if the file names none. */
  iban: string
  /** The number of the account where there is no IBAN. */
  number: string
  currency: string
  reference: string
  from_date: string
  to_date: string
  opening_balance: number | null
  closing_balance: number | null
  lines: StatementLine[]
  /** How many rows of a CSV file are no lines. */
  left_out_count?: number
}
