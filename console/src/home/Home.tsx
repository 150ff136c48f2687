import { Grid, SimpleGrid, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../me.ts'
import { Loading } from '../parts/Loading.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Figures } from '../payments/Figures.tsx'
import { MoneyPlot } from '../payments/MoneyPlot.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Numbers } from './Numbers.tsx'
import { Running } from './Running.tsx'
import { Todo } from './Todo.tsx'

/** What needs doing, how things are, what goes on: as much of it as one's permissions show. */
export function Home() {
  const { t } = useTranslation('home')
  const { user, may } = useMe()
  return (
    <>
      <PageHead title={user.firstname ? t('hello', { name: user.firstname }) : t('title')} />
      <Stack>
        <Suspense fallback={<Loading />}>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Todo />
            <Running />
            <FirstSteps />
          </SimpleGrid>
        </Suspense>
        <Numbers />
        {may('finance:read', 'catalogue:read') && (
          <Suspense fallback={<Loading />}>
            <Grid>
              <Grid.Col span={{ base: 12, md: 4 }}>
                <Figures />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 8 }}>
                <MoneyPlot />
              </Grid.Col>
            </Grid>
          </Suspense>
        )}
      </Stack>
    </>
  )
}
