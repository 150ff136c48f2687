import { Badge, Button, Group, Paper, Table, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PlusIcon } from '../../components/icons.tsx'
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
  columns: { label: string; figures?: boolean; cell: (row: R) => ReactNode }[]
  fields: CatalogueField[]
  store: CatalogueStore
}

/** A catalogue set up by the treasurer. Hidden and archived entries stay in the list, with a badge. */
export function Catalogue<R extends Row>({ what, title, rows, nameOf, columns, fields, store }: Props<R>) {
  const { t } = useTranslation('finance')
  const { may } = useMe()
  const [open, setOpen] = useState<number | 'new'>()
  const opened = rows.find(({ id }) => id === open)
  const editable = may('catalogue:write')
  const add = editable && (
    <Button size="xs" leftSection={<PlusIcon size={14} />} onClick={() => setOpen('new')}>
      {t(`add.${what}`)}
    </Button>
  )
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {rows.length > 0 && add}
      </Group>
      <Paper withBorder>
        {rows.length === 0 ? (
          <EmptyState title={t(`none.${what}`)} why={t(`why.${what}`)}>
            {add}
          </EmptyState>
        ) : (
          <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table verticalSpacing="xs" aria-label={title}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t(what === 'campaign' ? 'code' : 'name')}</Table.Th>
                  {columns.map(({ label, figures }) => (
                    <Table.Th key={label} className={figures ? 'figures' : undefined}>
                      {label}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(row => (
                  <Table.Tr key={row.id}>
                    <Table.Td>
                      <Group gap="xs">
                        {editable ? (
                          <Button
                            size="compact-sm"
                            variant="subtle"
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
                    </Table.Td>
                    {columns.map(({ label, figures, cell }) => (
                      <Table.Td key={label} className={figures ? 'figures' : undefined}>
                        {cell(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Paper>
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
