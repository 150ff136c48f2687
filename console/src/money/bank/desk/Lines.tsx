import { Button, Center, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankAccount, BankLine, BankMonth } from '../../../api.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { KeyBar } from '../../../components/KeyBar.tsx'
import { useNextPage } from '../../../components/use_next_page.ts'
import { certainCountQuery, linesQuery } from '../data.ts'
import { filtersOf, type Tab } from '../search_params.ts'
import { DeskDialogs } from './DeskDialogs.tsx'
import { keysOf } from './desk_keys.ts'
import { LineRow } from './LineRow.tsx'
import { LineSkeleton } from './LineSkeleton.tsx'
import { LineTabs } from './LineTabs.tsx'
import { useDesk } from './use_desk.ts'
import { useDeskActions } from './use_desk_actions.ts'
import { useLineKeys } from './use_line_keys.ts'

interface Props {
  account: BankAccount
  month: BankMonth
  tab: Tab
  words: string | undefined
  onTab: (tab: Tab) => void
  onWords: (words: string | undefined) => void
  /** Shown in place of the open lines of a month that has none. */
  end: ReactNode
}

/** The lines of a month, each beside its proposal. The selected one is open. */
export function Lines({ account, month, tab, words, onTab, onWords, end }: Props) {
  const { t } = useTranslation('bank')
  const filters = {
    bank_account_id: account.id,
    month: month.month,
    ...filtersOf(tab),
    ...(words && { search: words }),
  }
  const query = useInfiniteQuery(linesQuery(filters))
  const { data: certain } = useQuery(certainCountQuery(account.id, month.month))
  const more = useNextPage(query)
  const desk = useDesk()
  const { leaving } = desk
  const rows = useMemo(
    () => (query.data?.pages.flatMap(page => page.data) ?? []).filter(({ id }) => !leaving.has(id)),
    [query.data, leaving],
  )
  const [selected, setSelected] = useState<number>()
  const current = rows.find(({ id }) => id === selected) ?? rows[0]
  const actions = useDeskActions({
    account,
    month,
    tab,
    rows,
    current,
    certain: certain ?? 0,
    desk,
    onSelect: setSelected,
    more,
  })
  useLineKeys(actions.keys)
  const keysShown = query.data && !current ? [] : keysOf(tab, !current || actions.rowActions(current) !== undefined)
  return (
    <>
      <LineTabs
        month={month}
        certain={certain}
        unsent={desk.unsent}
        tab={tab}
        onTab={onTab}
        words={words}
        onWords={onWords}
        onAcceptCertain={actions.keys.certain}
        busy={actions.accepting}
      />
      {!query.data ? (
        <LineSkeleton />
      ) : rows.length === 0 ? (
        <NoLines tab={tab} month={month} words={words} waiting={leaving.size > 0} end={end} />
      ) : (
        <LineList rows={rows} current={current} onSelect={setSelected} actions={actions} refusals={desk.refusals} />
      )}
      {query.hasNextPage && (
        <Center my="sm" className="unprinted">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={more}>
            {t('more')}
          </Button>
        </Center>
      )}
      <KeyBar
        keys={keysShown.map(([key, name]) => [key, t(`keys.${name}`)])}
        message={desk.message}
        onUndo={desk.last && actions.keys.undo}
      />
      <DeskDialogs account={account} task={actions.task} onClose={actions.closeTask} settle={actions.settle} />
    </>
  )
}

interface ListProps {
  rows: BankLine[]
  current: BankLine | undefined
  onSelect: (id: number) => void
  actions: ReturnType<typeof useDeskActions>
  refusals: Record<number, string>
}

function LineList({ rows, current, onSelect, actions, refusals }: ListProps) {
  const { t } = useTranslation('bank')
  return (
    <>
      <div className="bank-heads" aria-hidden>
        <Text size="sm" c="dimmed" className="bank-head-line">
          {t('columns.statement')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('columns.confidence')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('columns.proposal')}
        </Text>
      </div>
      <ul className="plain-list bank-lines" aria-label={t('lines')}>
        {rows.map(line => (
          <LineRow
            key={line.id}
            line={line}
            open={line === current}
            refusal={refusals[line.id]}
            choice={actions.choiceOf(line)}
            onSelect={() => onSelect(line.id)}
            onChoice={choice => actions.setChoice(line.id, choice)}
            on={actions.rowActions(line)}
          />
        ))}
      </ul>
    </>
  )
}

interface NoLinesProps {
  tab: Tab
  month: BankMonth
  words: string | undefined
  waiting: boolean
  end: ReactNode
}

function NoLines({ tab, month, words, waiting, end }: NoLinesProps) {
  const { t } = useTranslation('bank')
  if (words) return <EmptyState title={t('message.no_match', { ns: 'shell' })} />
  if (tab === 'open' && month.open_count === 0) return end
  // The last lines are on their way to the server.
  if (waiting) return null
  return <EmptyState title={t(`none.${tab}`)} />
}
