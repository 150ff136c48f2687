import { type BankCsvMapping, type BankStatement, muster, refreshAfter } from '../../api.ts'
import { saveBlob } from '../../components/save_file.ts'
import { language } from '../../translations/index.ts'

/** What a file that was not imported yet looks like. */
export interface FilePreview {
  format: BankStatement['format']
  iban: string
  bank_account_id: number | null
  lines_count: number
  columns: string[]
  rows: string[][]
  csv_mapping: BankCsvMapping | null
}

export interface ImportedFile {
  statements: BankStatement[]
  lines_count: number
  added_count: number
}

interface Upload {
  name: string
  bank_account_id?: number
  file: Blob
}

type Send<Args, Answer> = (args: Args) => Promise<Answer>

/** The operations with files. */
const operations = muster as unknown as {
  bank_statements: {
    upload: Send<Upload, { data: ImportedFile }>
    preview: Send<Upload, { data: FilePreview }>
  }
  bank_months: { statement: Send<{ bank_account_id: number; month: string; language: string }, Blob> }
  transaction_batches: { depositSlip: Send<{ id: number; language: string }, Blob> }
}

const uploadOf = (file: File, bank_account_id: number | undefined): Upload => ({
  name: file.name.slice(0, 200),
  file,
  ...(bank_account_id !== undefined && { bank_account_id }),
})

export const previewFile = async (file: File, bank_account_id: number | undefined) =>
  (await operations.bank_statements.preview(uploadOf(file, bank_account_id))).data

export const importFile = async (file: File, bank_account_id: number | undefined) =>
  (await refreshAfter(['bank'], operations.bank_statements.upload(uploadOf(file, bank_account_id)))).data

/** Downloads the reconciliation statement of a month. */
export async function downloadStatement(bank_account_id: number, month: string, name: string) {
  const file = await operations.bank_months.statement({ bank_account_id, month, language: language() })
  saveBlob(`${name}-${month}.pdf`, file)
}

/** Downloads the deposit slip of a batch. */
export async function downloadDepositSlip(id: number, number: string) {
  saveBlob(`${number}.pdf`, await operations.transaction_batches.depositSlip({ id, language: language() }))
}
