import { Center, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** In a window that only signed in, should the browser not let it close itself. */
export function SignedInWindow() {
  const { t } = useTranslation()
  return (
    <Center component="main" mih="60vh" p="md">
      <Stack gap="xs">
        <Title order={1} size="h2">
          {t('recent_sign_in.done_title')}
        </Title>
        <Text>{t('recent_sign_in.done')}</Text>
      </Stack>
    </Center>
  )
}
