import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { closeQuestion, discardUnsaved, hasUnsaved, setAsking, useQuestion } from './unsaved.ts'

/** Asks before text that is not saved is lost: by leaving the page, or by closing its dialog or drawer. */
export function UnsavedDialog() {
  const { t } = useTranslation()
  const closing = useQuestion()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasUnsaved() && leavesForm(current, next),
    enableBeforeUnload: () => hasUnsaved(),
    withResolver: true,
  })
  const opened = status === 'blocked' || closing !== undefined
  useEffect(() => setAsking(opened), [opened])
  const stay = () => {
    reset?.()
    closeQuestion()
  }
  const discard = () => {
    if (proceed) discardUnsaved()
    proceed?.()
    closing?.()
    closeQuestion()
  }
  return (
    <Modal.Root opened={opened} onClose={stay} centered zIndex={400} closeOnEscape={false}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <Modal.Body p="md">
          {/* Here and not on the window, where the same key would reach the dialog or drawer behind. */}
          <Stack onKeyDown={event => event.key === 'Escape' && stay()}>
            <Modal.Title fw={700}>{t('message.unsaved')}</Modal.Title>
            <Text size="sm">{t('message.leave_why')}</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={discard}>
                {t('button.discard')}
              </Button>
              <Button onClick={stay} data-autofocus>
                {t('button.keep_writing')}
              </Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

interface Place {
  pathname: string
  search: unknown
}

/** Whether a form goes away: with its page, with the record that is open, or with its tab of the settings. Filters and tabs of a list keep it. */
function leavesForm(current: Place, next: Place) {
  // In the field app, `result` opens the form of a visit.
  const openIn = ({ search }: Place) => search as { open?: unknown; result?: unknown; tab?: unknown }
  const [now, then] = [openIn(current), openIn(next)]
  const isOtherTab = current.pathname.startsWith('/settings') && now.tab !== then.tab
  return current.pathname !== next.pathname || isOtherTab || now.open !== then.open || now.result !== then.result
}
