import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'

const every_ms = 10 * 60_000

/** The script this page was opened with: its name changes with every letter of the console. */
const opened = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? ''

/** Whether the server has another console by now. Asked for now and then, and whenever somebody comes back to the page. */
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

/** Says so when there is a new version. Nobody is pushed: what is being written would be lost, and whoever reloads all the same is asked. */
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

/** Whether something was typed since one came to where one is: what is saved, closed or filtered by changes the address. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another place.
  useEffect(() => {
    typed.current = false
  }, [href])
  return () => typed.current
}
