import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { queueQuery } from './data.ts'
import { WarningList } from './WarningList.tsx'

/** The payments to look at, folded unless a link has led to them. Nothing shows when there are none. */
export function WarningQueue({ shown }: { shown: boolean }) {
  const { t } = useTranslation('payments')
  const [opened, { toggle }] = useDisclosure(shown)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(queueQuery)
  const [first] = data?.pages ?? []
  if (!data || !first || first.total === 0) return null
  const { payments_count: count } = first
  return (
    <Paper
      withBorder
      px="sm"
      py={6}
      mb="sm"
      className={opened ? undefined : 'unprinted'}
      component="section"
      aria-label={t('warning.label')}
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          {t('warning.queue', { count, shown: formatNumber(count) })}
        </Title>
        <Button size="compact-sm" variant="default" onClick={toggle} aria-expanded={opened}>
          {t(opened ? 'warning.hide' : 'warning.show')}
        </Button>
      </Group>
      {opened && (
        <Stack gap="sm" pt="sm">
          <Text size="sm" c="dimmed">
            {t('warning.about')}
          </Text>
          <WarningList warnings={data.pages.flatMap(page => page.data)} />
          {hasNextPage && (
            <Button size="compact-sm" variant="subtle" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {t('warning.more')}
            </Button>
          )}
        </Stack>
      )}
    </Paper>
  )
}
