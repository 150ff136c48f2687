import { Button, Center, Code, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api.ts'
import { SignInError, signIn } from '../session.ts'

/** The page for errors that nothing else handles: message, request id, and a way to continue. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const failed = error instanceof SignInError
  return (
    <Center mih="60vh" p="md">
      <Stack role="alert" maw={480}>
        <Title order={1} size="h2">
          {t(failed ? 'message.sign_in_failed' : 'message.unknown')}
        </Title>
        <Text>{explanationOf(error, t)}</Text>
        {error instanceof ApiError && error.request_id && <Code>{t('message.request', { id: error.request_id })}</Code>}
        <Button onClick={() => (failed ? void signIn('/console/') : location.reload())}>
          {t(failed ? 'message.sign_in_again' : 'button.retry')}
        </Button>
      </Stack>
    </Center>
  )
}

function explanationOf(error: unknown, t: (key: 'message.forbidden' | 'message.not_found') => string) {
  if (error instanceof ApiError) {
    if (error.status === 403) return t('message.forbidden')
    if (error.status === 404) return t('message.not_found')
  }
  return error instanceof Error ? error.message : String(error)
}
