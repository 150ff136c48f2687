import { Grid, SimpleGrid, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../components/Loading.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { KeyFigures } from '../money/statistics/KeyFigures.tsx'
import { MoneyChart } from '../money/statistics/MoneyChart.tsx'
import { useMe } from '../use_me.ts'
import { CurrentActions } from './CurrentActions.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { KeyNumbers } from './KeyNumbers.tsx'
import { Todo } from './Todo.tsx'

/** Tasks, current actions, first steps and key figures, as far as the user may see them. */
export function Home() {
  const { t } = useTranslation('home')
  const { user, may } = useMe()
  return (
    <>
      <PageHeader title={user.firstname ? t('hello', { name: user.firstname }) : t('title')} />
      <Stack>
        <Suspense fallback={<Loading />}>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Todo />
            <CurrentActions />
            <FirstSteps />
          </SimpleGrid>
        </Suspense>
        <KeyNumbers />
        {may('finance:read', 'catalogue:read') && (
          <Suspense fallback={<Loading />}>
            <Grid>
              <Grid.Col span={{ base: 12, md: 4 }}>
                <KeyFigures />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 8 }}>
                <MoneyChart />
              </Grid.Col>
            </Grid>
          </Suspense>
        )}
      </Stack>
    </>
  )
}
