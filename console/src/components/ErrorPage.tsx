import { Button, Center, Code, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api.ts'
import { signIn } from '../session.ts'
import { type ErrorKind, kindOf } from './error_kind.ts'
import { errorText } from './error_text.ts'
import { CopyIcon } from './icons.tsx'
import { permissionsIn } from './permission_names.ts'

export interface ErrorPageProps {
  error: unknown
  /** Ways to continue; before the console has started there is only the home page. */
  onBack?: (() => void) | undefined
  onHome?: () => void
  onSearch?: () => void
}

/** The page for errors that nothing else handles: what happened, and the ways to continue. */
export function ErrorPage({ error, onBack, onHome = openHome, onSearch }: ErrorPageProps) {
  const { t } = useTranslation('errors')
  const kind = kindOf(error)
  const title = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(`${t(`title.${kind}`)} · Muster`)
  useEffect(() => title.current?.focus(), [])
  useReloadWhenOnline(kind === 'offline')
  const stays = kind === 'forbidden' || kind === 'address' || kind === 'not_found'
  return (
    <Center mih="60vh" p="md">
      <Stack maw={520} gap="md" className="error-page">
        <Title order={1} size="h2" ref={title} tabIndex={-1} className="error-title">
          {t(`title.${kind}`)}
        </Title>
        <Explanation error={error} kind={kind} />
        <Group gap="sm">
          {!stays && <ContinueButton kind={kind} />}
          {stays && <Button onClick={onHome}>{t('home')}</Button>}
          {stays && onBack && (
            <Button variant="default" onClick={onBack}>
              {t('button.back', { ns: 'shell' })}
            </Button>
          )}
          {(kind === 'address' || kind === 'not_found') && onSearch && (
            <Button variant="default" onClick={onSearch}>
              {t('search')}
            </Button>
          )}
          {kind === 'offline' && (
            <Button variant="default" component="a" href="/console/field">
              {t('field_app')}
            </Button>
          )}
          {(kind === 'unknown' || kind === 'unavailable') && (
            <Button variant="default" onClick={onHome}>
              {t('home')}
            </Button>
          )}
        </Group>
        {(kind === 'unknown' || kind === 'unavailable') && error instanceof ApiError && error.request_id && (
          <RequestId id={error.request_id} />
        )}
      </Stack>
    </Center>
  )
}

const openHome = () => location.assign('/console/')

function useReloadWhenOnline(active: boolean) {
  useEffect(() => {
    if (!active) return
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [active])
}

function ContinueButton({ kind }: { kind: ErrorKind }) {
  const { t } = useTranslation()
  if (kind === 'sign_in') return <Button onClick={() => void signIn('/console/')}>{t('message.sign_in_again')}</Button>
  return (
    <Button onClick={() => location.reload()}>{t(kind === 'new_version' ? 'button.reload' : 'button.retry')}</Button>
  )
}

function Explanation({ error, kind }: { error: unknown; kind: ErrorKind }) {
  const { t } = useTranslation('errors')
  if (kind === 'forbidden') return <ForbiddenText error={error} />
  if (kind === 'sign_in' || isRefusal(error, kind)) return <Text className="breaking">{errorText(error)}</Text>
  return (
    <>
      <Text>{t(`why.${kind}`)}</Text>
      {kind === 'offline' && <Text>{t('why.offline_field')}</Text>}
      {kind === 'unknown' && !(error instanceof ApiError) && (
        <Text c="dimmed" size="sm" className="breaking">
          {errorText(error)}
        </Text>
      )}
    </>
  )
}

/** The server says what is wrong with the request. */
const isRefusal = (error: unknown, kind: ErrorKind) =>
  kind === 'unknown' && error instanceof ApiError && error.status < 500

/** What the user lacks and who can grant it. */
function ForbiddenText({ error }: { error: unknown }) {
  const { t } = useTranslation('errors')
  const text = errorText(error)
  const missing = permissionsIn(error instanceof Error ? error.message : text)
  // Other refusals, such as a missing second factor, say themselves what to do.
  if (error instanceof ApiError && error.code !== 'forbidden') return <Text>{text}</Text>
  if (missing.length === 0) return <Text>{t('message.forbidden', { ns: 'shell' })}</Text>
  return (
    <>
      <Text>
        {t('forbidden')} {t('missing', { count: missing.length, permissions: missing.join(', ') })}
      </Text>
      <Text>{t('who_grants')}</Text>
    </>
  )
}

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('errors')
  return (
    <Group gap="xs">
      <Text size="sm">{t('why.again')}</Text>
      <Code className="breaking">{t('message.request', { ns: 'shell', id })}</Code>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" leftSection={<CopyIcon size={14} />} onClick={copy}>
            {copied ? t('button.copied', { ns: 'shell' }) : t('copy_request')}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
