import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { KeyBar } from '../../components/KeyBar.tsx'
import { Loading } from '../../components/Loading.tsx'
import { useFillHeight } from '../../components/use_fill_height.ts'
import { useTabletWidth } from '../../components/use_narrow.ts'
import { useNextPage } from '../../components/use_next_page.ts'
import { usePageKeys } from '../../components/use_page_keys.ts'
import { useMe } from '../../use_me.ts'
import { contactQuery } from '../contacts/data.ts'
import { CompareContacts } from './CompareContacts.tsx'
import { type Choices, duplicatesQuery } from './data.ts'
import { PairList } from './PairList.tsx'
import { type Pair, pairKey, pairsOf } from './pairs.ts'
import { useQueue } from './use_queue.ts'
import './duplicates.css'

interface Ids {
  one: number
  other: number
}

interface Props {
  /** The pair in the address; it need not be in the queue. */
  asked: Ids | undefined
  onOpen: (pair: Ids | undefined) => void
}

/** How many pairs are read before they are needed. */
const pairs_ahead = 3

/** The pairs to decide about, and the comparison of one of them. A decision opens the next pair. */
export function DuplicateQueue({ asked, onOpen }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const narrow = useTabletWidth()
  const query = useSuspenseInfiniteQuery(duplicatesQuery)
  const more = useNextPage(query)
  const fill = useFillHeight()
  const queue = useQueue()
  const groups = useMemo(() => query.data.pages.flatMap(page => page.data), [query.data])
  const pairs = useMemo(() => pairsOf(groups, queue.decided), [groups, queue.decided])
  const [choices, setChoices] = useState<Choices>({})
  const open = asked ?? (narrow ? undefined : idsOf(pairs[0]))
  const place = open ? pairs.findIndex(({ key }) => key === pairKey(open.one, open.other)) : -1
  const group = pairs[place]?.group
  useContacts(pairs.slice(Math.max(0, place), place + 1 + pairs_ahead))
  const near_end = pairs.length - place <= pairs_ahead
  useEffect(() => {
    if (near_end) more()
  }, [near_end, more])

  const show = (ids: Ids | undefined, chosen: Choices = {}) => {
    setChoices(chosen)
    onOpen(ids)
  }
  const leave = () => show(idsOf(pairs[place + 1] ?? pairs[place - 1]))
  const decide = (act: (ids: Ids, goBack: () => void) => Promise<void>) =>
    open && may('contacts:write')
      ? () => {
          // Until the pair is back, a key would decide about another one.
          if (queue.undoing) return
          leave()
          void act(open, () => show(open, choices))
        }
      : undefined
  const decisions = {
    merge: decide(({ one, other }, goBack) => queue.merge(one, other, choices, goBack)),
    separate: decide(({ one, other }, goBack) => queue.separate([one, other], goBack)),
    separateAll:
      group && group.contacts.length > 2
        ? decide((_, goBack) =>
            queue.separate(
              group.contacts.map(({ id }) => id),
              goBack,
            ),
          )
        : undefined,
    swap: open && (() => show({ one: open.other, other: open.one })),
  }
  usePageKeys(event => {
    const letters: Record<string, (() => void) | undefined> = {
      j: () => show(idsOf(pairs[place + 1]) ?? open),
      k: () => show(idsOf(pairs[place - 1]) ?? open),
      m: decisions.merge,
      d: event.shiftKey ? decisions.separateAll : decisions.separate,
      s: decisions.swap,
      z: queue.undo,
    }
    return letters[event.key.toLowerCase()]
  })
  const empty = !open && pairs.length === 0 && !query.hasNextPage
  return (
    <div className="duplicate-queue" ref={fill}>
      {empty ? (
        <EmptyState title={t('duplicates.none')} why={t('duplicates.none_why')} />
      ) : (
        <div className="duplicates">
          {!(narrow && open) && (
            <PairList
              pairs={pairs}
              open={pairs[place]?.key}
              onOpen={pair => show(idsOf(pair))}
              more={query.hasNextPage ? more : undefined}
            />
          )}
          {open && (
            <Suspense fallback={<Loading />}>
              <CompareContacts
                survivor={open.one}
                gone={open.other}
                group={group}
                choices={choices}
                onChoices={setChoices}
                decisions={decisions}
                onBack={narrow ? () => show(undefined) : undefined}
              />
            </Suspense>
          )}
        </div>
      )}
      <KeyBar
        keys={[
          ['J K', t('duplicates.keys.pair')],
          ['M', t('duplicates.keys.merge')],
          ['D', t('duplicates.keys.different')],
          ['S', t('duplicates.keys.swap')],
          ['Z', t('duplicates.keys.undo')],
        ]}
        message={queue.message}
        onUndo={queue.undo}
      />
    </div>
  )
}

const idsOf = (pair: Pair | undefined) => pair && { one: pair.one.id, other: pair.other.id }

/** Reads the contacts of these pairs, so that a decision shows the next comparison at once. */
function useContacts(pairs: Pair[]) {
  const list = pairs.flatMap(({ one, other }) => [one.id, other.id]).join(' ')
  useEffect(() => {
    for (const id of list.split(' ').filter(Boolean)) void queries.prefetchQuery(contactQuery(Number(id)))
  }, [list])
}
