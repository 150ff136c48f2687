import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'
import { discardUnsaved, hasUnsaved } from '../components/unsaved.ts'

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
  const [asking, setAsking] = useState(false)
  if (!newer) return null
  const reload = () => (hasUnsaved() ? setAsking(true) : location.reload())
  const reloadAnyway = () => {
    discardUnsaved()
    location.reload()
  }
  return (
    <>
      <Alert color="blue" p="xs" role="status">
        <Group justify="space-between" gap="sm">
          <Text size="sm">{t('message.new_version')}</Text>
          <Button size="compact-sm" variant="default" onClick={reload}>
            {t('button.reload')}
          </Button>
        </Group>
      </Alert>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={t('message.unsaved')}>
        <Stack>
          <Text>{t('message.unsaved_why')}</Text>
          <Group justify="flex-end">
            <Button variant="default" color="red" onClick={reloadAnyway}>
              {t('button.reload_anyway')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('button.keep_writing')}</Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
