import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '../../components/notifications.tsx'
import { downloadPayments, type PaymentFile } from './data.ts'
import type { filtersOf } from './search_params.ts'

const files: PaymentFile[] = [
  { format: 'xlsx', lines: 'payments' },
  { format: 'xlsx', lines: 'items' },
  { format: 'csv', lines: 'payments' },
  { format: 'csv', lines: 'items' },
]

/** The files of the payments that the list shows. */
export function useExportChoices(filters: ReturnType<typeof filtersOf>) {
  const { t } = useTranslation('payments')
  const [busy, setBusy] = useState(false)
  const download = async (file: PaymentFile) => {
    setBusy(true)
    await downloadPayments(filters, file).catch(notifyError)
    setBusy(false)
  }
  const choices = files.map(file => ({
    label: t(`export.${file.format}.${file.lines}`),
    onClick: () => void download(file),
  }))
  return { busy, choices }
}
