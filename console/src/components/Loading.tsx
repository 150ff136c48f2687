import { Group, Paper, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UnlessOffline } from './OfflineState.tsx'

// In the place and the shape of what is being loaded, so that nothing moves when it arrives.

/** For screen readers: that something is being loaded. */
export function Placeholder({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('message.loading')} aria-busy="true">
      {children}
    </div>
  )
}

/** The numbers from 0 to one less than this. */
export const placesUpTo = (count: number) => Array.from({ length: count }, (_, place) => place)

const line_widths = ['90%', '70%', '80%', '45%']

/** Lines of text or fields. */
export const Loading = () => (
  <Placeholder>
    <Stack gap="md" py="sm">
      {line_widths.map(width => (
        <Skeleton key={width} h={14} w={width} />
      ))}
    </Stack>
  </Placeholder>
)

/** A record: who or what it is, an amount or date, and its fields. */
export const RecordSkeleton = () => (
  <UnlessOffline>
    <Placeholder>
      <Group justify="space-between" mb="lg">
        <Skeleton h={22} w="45%" />
        <Skeleton h={22} w={80} />
      </Group>
      <FieldSkeletons />
    </Placeholder>
  </UnlessOffline>
)

export const FieldSkeletons = ({ count = 5 }: { count?: number }) => (
  <Stack gap="lg" aria-hidden>
    {placesUpTo(count).map(place => (
      <div key={place}>
        <Skeleton h={10} w={90} mb={8} />
        <Skeleton h={32} />
      </div>
    ))}
  </Stack>
)

const list_widths = ['62%', '48%', '70%', '55%']
const rows_shown = 10

/** The rows of a list, below its headers. */
export const ListSkeleton = () => (
  <UnlessOffline>
    <Placeholder>
      <div className="list-skeleton" aria-hidden>
        {placesUpTo(rows_shown + 1).map(row => (
          <div key={row} className="list-skeleton-row">
            {placesUpTo(list_widths.length).map(place => (
              <Skeleton
                key={place}
                h={row === 0 ? 10 : 12}
                w={list_widths[(row + place) % list_widths.length] ?? '50%'}
              />
            ))}
          </div>
        ))}
      </div>
    </Placeholder>
  </UnlessOffline>
)

/** A page: its title and, in most cases, a list. */
export const PageSkeleton = () => (
  <>
    <Group mb="sm" h={36}>
      <Skeleton h={26} w={180} />
    </Group>
    <Paper withBorder>
      <ListSkeleton />
    </Paper>
  </>
)

/** The page of a record: who it is, key facts, and its parts. */
export const RecordPageSkeleton = () => (
  <UnlessOffline>
    <Placeholder>
      <Group wrap="nowrap" mb="sm">
        <Skeleton circle h={56} />
        <Skeleton h={26} w={220} />
      </Group>
      <Skeleton h={112} mb="lg" radius="md" />
      <FieldSkeletons />
    </Placeholder>
  </UnlessOffline>
)
