import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { ActionsIcon, ExportIcon, MoreIcon, TagIcon } from '../../components/icons.tsx'
import { SelectedBar } from '../../components/SelectedBar.tsx'
import { useMe } from '../../use_me.ts'
import { contactCountQuery, searchQuery } from '../contacts/data.ts'
import { BulkChangeDialog, type BulkDialog } from './BulkChangeDialog.tsx'

interface Props {
  selected: ReadonlySet<number>
  /** All contacts that match the filters, in place of `selected`. */
  whole: boolean
  onWhole: () => void
  query: object
  tags: string[]
  onClear: () => void
  /** `whole`: all contacts that match the filters. */
  onExport: (whole: boolean) => void
}

/** Actions on the selected contacts, or on all that match the filters. */
export function BulkBar({ selected, whole, onWhole, query, tags, onClear, onExport }: Props) {
  const { t } = useTranslation('bulk_changes')
  const { may } = useMe()
  const [dialog, setDialog] = useState<BulkDialog>()
  const { data: total } = useQuery(contactCountQuery(query))
  const count = whole ? (total ?? selected.size) : selected.size
  const contacts = whole ? { query: searchQuery(query) ?? null } : { ids: [...selected] }
  const writes = may('contacts:write')
  const writesSensitive = may('contacts:write', 'contacts:sensitive')
  return (
    <SelectedBar selected={t('selected', { count, shown: formatNumber(count) })} onClear={onClear}>
      {!whole && total !== undefined && selected.size < total && (
        <Button size="compact-sm" variant="subtle" maw="100%" className="wrapping-button" onClick={onWhole}>
          {t('select_matching', { count: total, shown: formatNumber(total) })}
        </Button>
      )}
      {writesSensitive && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<TagIcon size={14} />}
          onClick={() => setDialog('tag')}
        >
          {t('button.tag')}
        </Button>
      )}
      {may('actions:write') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ActionsIcon size={14} />}
          onClick={() => setDialog('action')}
        >
          {t('button.action')}
        </Button>
      )}
      {may('contacts:export') && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ExportIcon size={14} />}
          onClick={() => onExport(whole)}
        >
          {t('button.export', { ns: 'shell' })}
        </Button>
      )}
      {writes && (
        <Menu position="top-end">
          <Menu.Target>
            <Button size="compact-sm" variant="default" aria-label={t('button.others')}>
              <MoreIcon size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {writesSensitive && <Menu.Item onClick={() => setDialog('untag')}>{t('button.untag')}</Menu.Item>}
            <Menu.Item onClick={() => setDialog('field')}>{t('button.field')}</Menu.Item>
            {writesSensitive && <Menu.Item onClick={() => setDialog('answer')}>{t('button.answer')}</Menu.Item>}
            <Menu.Item color="red" onClick={() => setDialog('archive')}>
              {t('button.archive')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <BulkChangeDialog
        dialog={dialog}
        contacts={contacts}
        count={count}
        tags={tags}
        onClose={() => setDialog(undefined)}
      />
    </SelectedBar>
  )
}
