import { Button, Group, Progress as ProgressBar, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../components/formats.ts'
import type { Progress } from './bulk.ts'

/** The progress of a bulk action. */
export function BulkProgress({ done, total, unit }: Progress & { unit?: string | undefined }) {
  const { t } = useTranslation('contacts')
  const share = total > 0 ? (100 * done) / total : 0
  return (
    <Stack gap="xs">
      <ProgressBar.Root size="lg">
        <ProgressBar.Section value={share} aria-label={t('progress')} />
      </ProgressBar.Root>
      <Text size="sm" aria-live="polite">
        {unit === 'bytes'
          ? formatPercent(share / 100)
          : t('progress_of', { done: formatNumber(done), total: formatNumber(total) })}
      </Text>
    </Stack>
  )
}

interface Props {
  rows: { id: number; name: string; reason: string }[]
  onClose: () => void
  children?: React.ReactNode
}

/** The contacts that were left out, with the reason. */
export function BulkOutcome({ rows, onClose, children }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Stack>
      {children}
      {rows.length > 0 && (
        <>
          <Text size="sm">{t('left_out', { count: rows.length })}</Text>
          <Table.ScrollContainer minWidth={280} maxHeight={300}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('name')}</Table.Th>
                  <Table.Th>{t('reason')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.slice(0, 500).map(({ id, name, reason }) => (
                  <Table.Tr key={id}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td>{reason}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('do.close', { ns: 'shell' })}</Button>
      </Group>
    </Stack>
  )
}
