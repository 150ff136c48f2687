import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Import, ImportOutcome } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { ExportIcon, WarningIcon } from '../../components/icons.tsx'
import { useSave } from '../../components/use_save.ts'
import { saveFile } from '../exports/download.ts'
import { refusedFile } from './data.ts'
import { useImportMessages } from './use_import_messages.ts'

interface Props {
  about: Import
  outcome: ImportOutcome
  title: 'refused' | 'done_refused'
}

/** The refused rows: reasons, counts, and a file to correct. */
export function RefusedRows({ about, outcome, title }: Props) {
  const { t } = useTranslation('contacts')
  const { refusalReason } = useImportMessages()
  const download = useSave({
    save: () => refusedFile(about.id),
    onSaved: text => saveFile('refused.csv', `\uFEFF${text}`),
  })
  if (outcome.refused === 0) return null
  return (
    <Alert
      color="orange"
      icon={<WarningIcon />}
      styles={{ body: { minWidth: 0 } }}
      title={t(`import.${title}`, { count: outcome.refused, shown: formatNumber(outcome.refused) })}
    >
      <Stack gap="sm" align="flex-start">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('import.problem')}</Table.Th>
              <Table.Th w={90} className="figures">
                {t('import.rows')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {outcome.reasons.map(one => (
              <Table.Tr key={one.reason}>
                <Table.Td className="breaking">{refusalReason(one)}</Table.Td>
                <Table.Td className="figures">{formatNumber(one.count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {!about.forgotten_at && (
          <>
            <Button
              variant="default"
              leftSection={<ExportIcon size={16} />}
              loading={download.busy}
              maw="100%"
              h="auto"
              mih={36}
              styles={{ label: { whiteSpace: 'normal' } }}
              onClick={() => void download.save()}
            >
              {t('import.refused_file')}
            </Button>
            <Text size="sm">{t('import.refused_how')}</Text>
          </>
        )}
      </Stack>
    </Alert>
  )
}
