import { Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function Home() {
  const { t } = useTranslation('home')
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
    </Stack>
  )
}
