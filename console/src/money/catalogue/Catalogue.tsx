import { Badge, Button, Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { type SmallColumn, SmallTable } from '../../components/SmallTable.tsx'
import { useMe } from '../../use_me.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'
import type { CatalogueField, CatalogueStore } from './fields.ts'

interface Row {
  id: number
  hidden?: boolean
  archived?: boolean
}

interface Props<R extends Row> {
  what: 'membership_price' | 'membership_group' | 'donation_price' | 'status' | 'campaign'
  title: string
  rows: R[]
  nameOf: (row: R) => string
  columns: SmallColumn<R>[]
  fields: CatalogueField[]
  store: CatalogueStore
  /** Before the name of an entry, such as its colour. */
  mark?: (row: R) => ReactNode
  /** The only catalogue of its page, which has the same title. */
  alone?: boolean
}

/** A catalogue set up by the treasurer. Hidden and archived entries stay in the list, with a badge. */
export function Catalogue<R extends Row>({ what, title, rows, nameOf, columns, fields, store, mark, alone }: Props<R>) {
  const { t } = useTranslation('finance')
  const { may } = useMe()
  const [open, setOpen] = useState<number | 'new'>()
  const opened = rows.find(({ id }) => id === open)
  const editable = may('catalogue:write')
  const add = editable && (
    <Button
      size="xs"
      variant={rows.length > 0 ? 'default' : 'filled'}
      leftSection={<PlusIcon size={14} />}
      onClick={() => setOpen('new')}
    >
      {t(`add.${what}`)}
    </Button>
  )
  const nameCell = (row: R) => (
    <Group gap="xs">
      {mark?.(row)}
      {editable ? (
        <Button
          size="compact-sm"
          variant="subtle"
          px={4}
          mx={-4}
          aria-label={t('edit', { name: nameOf(row) })}
          onClick={() => setOpen(row.id)}
        >
          {nameOf(row)}
        </Button>
      ) : (
        nameOf(row)
      )}
      {row.hidden && <Badge color="gray">{t('hidden_badge')}</Badge>}
      {row.archived && <Badge color="gray">{t('archived_badge')}</Badge>}
    </Group>
  )
  return (
    <section aria-label={title}>
      <Group justify={alone ? 'flex-end' : 'space-between'} mb="xs">
        {!alone && (
          <Title order={2} size="h4">
            {title}
          </Title>
        )}
        {rows.length > 0 && add}
      </Group>
      {rows.length === 0 ? (
        <Paper withBorder>
          <EmptyState title={t(`none.${what}`)} why={t(`why.${what}`)}>
            {add}
          </EmptyState>
        </Paper>
      ) : (
        <SmallTable
          label={title}
          minWidth={320}
          stacked
          verticalSpacing="xs"
          rows={rows}
          columns={[{ label: t(what === 'campaign' ? 'code' : 'name'), rowHeader: true, cell: nameCell }, ...columns]}
        />
      )}
      {open === 'new' && (
        <CatalogueDialog
          key="new"
          id={undefined}
          title={t(`add.${what}`)}
          fields={fields}
          store={store}
          onDone={() => setOpen(undefined)}
        />
      )}
      {opened && (
        <CatalogueDialog
          key={opened.id}
          id={opened.id}
          title={t('edit', { name: nameOf(opened) })}
          fields={fields}
          store={store}
          onDone={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
