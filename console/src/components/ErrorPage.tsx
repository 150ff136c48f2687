import { Button, Center, Code, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../api.ts'
import { SignInError, signIn } from '../session.ts'

/** The page for errors that nothing else handles: message, request id, and a way to continue. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const failed = error instanceof SignInError
  return (
    <Center mih="60vh" p="md">
      <Stack role="alert" maw={480}>
        <Title order={1} size="h2">
          {t(failed ? 'said.sign_in_failed' : 'said.unknown')}
        </Title>
        <Text>{explanationOf(error, t)}</Text>
        {error instanceof Refusal && error.request_id && <Code>{t('said.request', { id: error.request_id })}</Code>}
        <Button onClick={() => (failed ? void signIn('/console/') : location.reload())}>
          {t(failed ? 'said.sign_in_again' : 'do.retry')}
        </Button>
      </Stack>
    </Center>
  )
}

function explanationOf(error: unknown, t: (key: 'said.forbidden' | 'said.not_found') => string) {
  if (error instanceof Refusal) {
    if (error.status === 403) return t('said.forbidden')
    if (error.status === 404) return t('said.not_found')
  }
  return error instanceof Error ? error.message : String(error)
}
