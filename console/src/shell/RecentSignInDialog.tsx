import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connect } from '../../../sdk/client.ts'
import { meQuery, queries } from '../api.ts'
import { fullName } from '../components/formats.ts'
import { setAsking } from '../components/unsaved.ts'
import { signInInWindow, useRecentSignInQuestion } from '../session.ts'

/** Asks for a recent sign-in, in a window of its own. Above every other dialog, in which something may be typed. */
export function RecentSignInDialog() {
  const answer = useRecentSignInQuestion()
  const opened = answer !== undefined
  useEffect(() => {
    if (!opened) return
    setAsking(true)
    return () => setAsking(false)
  }, [opened])
  return (
    <Modal.Root opened={opened} onClose={() => answer?.(false)} centered zIndex={400} closeOnEscape={false}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <Modal.Body p="md">{answer && <Question answer={answer} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type Progress = 'asked' | 'waiting' | 'blocked' | 'other' | 'failed'

function Question({ answer }: { answer: (signed_in: boolean) => void }) {
  const { t } = useTranslation()
  const [progress, setProgress] = useState<Progress>('asked')
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => attempt.current?.abort(), [])
  const signIn = () => {
    attempt.current?.abort()
    const { signal } = (attempt.current = new AbortController())
    setProgress('waiting')
    signInInWindow(isSameUser, signal).then(
      result => (result === 'done' ? answer(true) : setProgress(result)),
      () => signal.aborted || setProgress('failed'),
    )
  }
  const problem = progress !== 'asked' && progress !== 'waiting'
  return (
    // Here and not on the window, where the same key would reach the dialog or drawer behind.
    <Stack onKeyDown={event => event.key === 'Escape' && answer(false)}>
      <Modal.Title fw={700}>{t('recent_sign_in.title')}</Modal.Title>
      <Text size="sm">{t('recent_sign_in.why')}</Text>
      <Text size="sm" role="status" {...(problem && { c: 'error' })}>
        {progress !== 'asked' && t(`recent_sign_in.${progress}`, { name: ownName(), space: me()?.space.name })}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => answer(false)}>
          {t('button.cancel')}
        </Button>
        <Button onClick={signIn} data-autofocus>
          {t('message.sign_in_again')}
        </Button>
      </Group>
    </Stack>
  )
}

const me = () => queries.getQueryData(meQuery.queryKey)

const ownName = () => {
  const user = me()?.user
  return user && fullName(user)
}

/** What is on the page belongs to this user in this space. */
async function isSameUser(token: string) {
  const { data } = await connect({ url: location.origin, token }).me.read()
  return data.user.id === me()?.user.id && data.space.id === me()?.space.id
}
