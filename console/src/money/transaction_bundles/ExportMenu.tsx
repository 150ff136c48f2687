import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DownIcon, ExportIcon } from '../../components/icons.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { downloadPayments, type PaymentFile } from './data.ts'
import type { filtersOf } from './search_params.ts'

const files: PaymentFile[] = [
  { format: 'xlsx', lines: 'payments' },
  { format: 'xlsx', lines: 'items' },
  { format: 'csv', lines: 'payments' },
  { format: 'csv', lines: 'items' },
]

/** Downloads the payments that the list shows. */
export function ExportMenu({ filters }: { filters: ReturnType<typeof filtersOf> }) {
  const { t } = useTranslation('payments')
  const [exporting, setExporting] = useState(false)
  const download = async (file: PaymentFile) => {
    setExporting(true)
    await downloadPayments(filters, file).catch(notifyError)
    setExporting(false)
  }
  return (
    <Menu position="bottom-end" keepMounted={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<ExportIcon size={16} />}
          rightSection={<DownIcon size={14} />}
          loading={exporting}
        >
          {t('button.export', { ns: 'shell' })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(file => (
          <Menu.Item key={`${file.format} ${file.lines}`} onClick={() => void download(file)}>
            {t(`export.${file.format}.${file.lines}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
