import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'

const every_ms = 10 * 60_000

/** The script of this page; its name changes with every build. */
const opened = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? ''

/** Whether the server has a newer console. Checked at intervals and when the page is shown again. */
const newerQuery = {
  queryKey: ['newer console'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const answer = await fetch('/console/', { signal, cache: 'no-store' })
    return answer.ok && opened !== '' && !(await answer.text()).includes(`"${opened}"`)
  },
  staleTime: 30_000,
  refetchInterval: every_ms,
  throwOnError: false,
}

/** Announces a new version. Reloading asks first when something typed would be lost. */
export function NewVersionNotice() {
  const { t } = useTranslation()
  const { data: newer } = useQuery(newerQuery)
  const isWriting = useWriting()
  const [asking, setAsking] = useState(false)
  if (!newer) return null
  const reload = () => (isWriting() ? setAsking(true) : location.reload())
  return (
    <>
      <Alert color="blue" mb="md" role="status">
        <Group justify="space-between" gap="sm">
          <Text size="sm">{t('said.new_version')}</Text>
          <Button size="compact-sm" variant="default" onClick={reload}>
            {t('do.reload')}
          </Button>
        </Group>
      </Alert>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={t('said.unsaved')}>
        <Stack>
          <Text>{t('said.unsaved_why')}</Text>
          <Group justify="flex-end">
            <Button variant="default" color="red" onClick={() => location.reload()}>
              {t('do.reload_anyway')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('do.keep_writing')}</Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}

/** Whether something was typed since the last navigation; saving, closing and filtering navigate. */
function useWriting() {
  const { href } = useLocation()
  const typed = useRef(false)
  useEffect(() => {
    const note = () => {
      typed.current = true
    }
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset after every navigation.
  useEffect(() => {
    typed.current = false
  }, [href])
  return () => typed.current
}
