import { Group, Kbd, Skeleton, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { EnterKey } from '../components/EnterKey.tsx'
import { region } from '../translations/index.ts'
import { useMe } from '../use_me.ts'
import { Desk } from './Desk.tsx'
import './home.css'
import { RecentChanges } from './RecentChanges.tsx'
import { trend_heights } from './trend_heights.ts'

/** The queues are read first; the trends after them, or after this long. */
const queues_first_ms = 3000
const Trends = lazy(async () => ({ default: (await import('./Trends.tsx')).Trends }))

/** What waits for the user, how things go, and what changed since yesterday, as far as the user may see it. */
export function Home() {
  const [settled, settle] = useReducer(() => true, false)
  // A queue that does not load must not hold back the rest.
  useEffect(() => {
    const waiting = setTimeout(settle, queues_first_ms)
    return () => clearTimeout(waiting)
  }, [])
  return (
    <>
      <Greeting />
      <div className="home">
        <div className="home-column">
          <Desk isLate={settled} onSettled={settle} />
        </div>
        <div className="home-column">
          {settled ? (
            <>
              <Suspense fallback={<TrendSkeletons />}>
                <Trends />
              </Suspense>
              <RecentChanges />
            </>
          ) : (
            <TrendSkeletons />
          )}
        </div>
      </div>
    </>
  )
}

function TrendSkeletons() {
  const { may } = useMe()
  return (
    <>
      {may('finance:read', 'catalogue:read') && <Skeleton h={trend_heights.money} />}
      <Skeleton h={trend_heights.talks} />
    </>
  )
}

function Greeting() {
  const { t } = useTranslation('home')
  const { user } = useMe()
  const title = user.firstname ? t('hello', { name: user.firstname }) : t('title')
  useDocumentTitle(`${title} · Muster`)
  const today = new Intl.DateTimeFormat(region(), { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date())
  return (
    <Group justify="space-between" mb="md" gap="xs">
      <Group gap="sm" align="baseline">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text fz={14} c="dimmed">
          {today}
        </Text>
      </Group>
      <Group gap={6} visibleFrom="md" className="unprinted">
        <Kbd>J</Kbd> <Kbd>K</Kbd>
        <Text fz={12} c="dimmed" mr={6}>
          {t('keys.browse')}
        </Text>
        <EnterKey />
        <Text fz={12} c="dimmed" mr={6}>
          {t('keys.open')}
        </Text>
        <Kbd>H</Kbd>
        <Text fz={12} c="dimmed">
          {t('keys.snooze')}
        </Text>
      </Group>
    </Group>
  )
}
