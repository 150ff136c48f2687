import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useMe } from '../use_me.ts'
import { CollectedTrend } from './CollectedTrend.tsx'
import { ConversationTrend } from './ConversationTrend.tsx'
import { trend_heights } from './trend_heights.ts'

/** The trends that the user may see. Loaded apart, so that the first page stays small. */
export function Trends() {
  const { may } = useMe()
  return (
    <>
      {may('finance:read', 'catalogue:read') && (
        <Suspense fallback={<Skeleton h={trend_heights.money} />}>
          <CollectedTrend />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton h={trend_heights.talks} />}>
        <ConversationTrend />
      </Suspense>
    </>
  )
}
