import { muster, type Operations, refreshAfter } from '../../api.ts'
import { saveBlob } from '../../components/save_file.ts'
import { language } from '../../translations/index.ts'

export type FilePreview = Operations['bank_statements.preview']['response']['data']
export type ImportedFile = Operations['bank_statements.upload']['response']['data']

const uploadOf = (file: File, bank_account_id: number | undefined) => ({
  name: file.name.slice(0, 200),
  file,
  ...(bank_account_id !== undefined && { bank_account_id }),
})

export const previewFile = async (file: File, bank_account_id: number | undefined) =>
  (await muster.bank_statements.preview(uploadOf(file, bank_account_id))).data

export const importFile = async (file: File, bank_account_id: number | undefined) =>
  (await refreshAfter(['bank'], muster.bank_statements.upload(uploadOf(file, bank_account_id)))).data

/** Downloads the reconciliation statement of a month. */
export async function downloadStatement(bank_account_id: number, month: string, name: string) {
  const file = await muster.bank_months.statement({ bank_account_id, month, language: language() })
  saveBlob(`${name}-${month}.pdf`, file)
}

/** Downloads the deposit slip of a batch. */
export async function downloadDepositSlip(id: number, number: string) {
  saveBlob(`${number}.pdf`, await muster.transaction_batches.depositSlip({ id, language: language() }))
}
