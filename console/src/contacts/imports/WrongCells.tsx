import { Button, Group, Loader, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportCell } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { CheckIcon } from '../../components/icons.tsx'
import { CellHeadings, CellRow, useCellPlace } from './CellRow.tsx'
import { cellKey } from './cell_data.ts'
import type { Corrections } from './use_corrections.ts'
import { useImportMessages } from './use_import_messages.ts'

const page_size = 100
const skeleton_height = 160

/** A grid of the cells that do not fit, and of nothing else. Each is corrected in place. */
export function WrongCells({ corrections }: { corrections: Corrections }) {
  const { t } = useTranslation('contacts')
  const grid = useRef<HTMLTableElement>(null)
  const { cells, left, left_out, more, loading, busy, showMore, save, changed } = corrections
  // Keeps the button below from moving under the pointer.
  if (loading && left_out > 0) return <Skeleton height={skeleton_height} />
  if (cells.length === 0) return null
  /** Moves to the cell above or below, as in a spreadsheet. */
  const move = (from: HTMLInputElement, by: 1 | -1) => {
    const inputs = [...(grid.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(from) + by]
    if (next) next.focus()
    else from.blur()
  }
  return (
    <Stack gap="xs" component="section" aria-labelledby="wrong-cells">
      <Group justify="space-between" align="baseline">
        <Title order={3} size="h5" id="wrong-cells">
          {t('import.cells.title', { count: left, shown: formatNumber(left) })}
        </Title>
        {/* The heading shows how many are left; a screen reader hears it. */}
        <Text size="sm" fw={600} role="status" c="green.9" className={left === 0 ? undefined : 'unseen'}>
          {left === 0
            ? t('import.cells.none_left')
            : t('import.cells.left', { count: left, shown: formatNumber(left) })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t(changed ? 'import.cells.outdated' : 'import.cells.why')}
      </Text>
      <Table verticalSpacing="xs" layout="fixed" ref={grid}>
        <CellHeadings />
        <Table.Tbody>
          {cells.map(cell => (
            <WrongCell key={cellKey(cell)} cell={cell} onSave={value => save(cell, value)} onMove={move} />
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 && (
        <Button variant="default" loading={busy} onClick={showMore} style={{ alignSelf: 'flex-start' }}>
          {t('import.cells.more', { count: Math.min(more, page_size), shown: formatNumber(Math.min(more, page_size)) })}
        </Button>
      )}
    </Stack>
  )
}

interface Props {
  cell: ImportCell
  onSave: (value: string) => Promise<unknown>
  onMove: (from: HTMLInputElement, by: 1 | -1) => void
}

function WrongCell({ cell, onSave, onMove }: Props) {
  const { t } = useTranslation('contacts')
  const { cellReason } = useImportMessages()
  const [text, setText] = useState(cell.value)
  const [saving, setSaving] = useState(false)
  const { reason, effect, corrected } = cell
  const place = useCellPlace()(cell)
  const save = async () => {
    if (text === cell.value) return
    setSaving(true)
    await onSave(text)
    setSaving(false)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setText(cell.value)
    if (event.key !== 'Enter') return
    event.preventDefault()
    // Leaving the cell saves it.
    onMove(event.currentTarget, event.shiftKey ? -1 : 1)
  }
  const fine = reason === null && text === cell.value
  return (
    <CellRow cell={cell}>
      <TextInput
        aria-label={t('import.cells.label', place)}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={onKeyDown}
        autoComplete="off"
        error={
          reason === null
            ? undefined
            : messageOf(cellReason(cell), effect === 'row_refused' && t('import.cells.row_refused'))
        }
        description={fine && corrected ? t(text === '' ? 'import.cells.emptied' : 'import.cells.correct') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={saving ? <Loader size={16} /> : fine && <CheckIcon size={16} />}
      />
    </CellRow>
  )
}

const messageOf = (reason: string, more: string | false) => (more ? `${reason}. ${more}` : reason)
