import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { ApiError } from '../api.ts'
import { errorText } from './error_text.ts'

const undo_ms = 8000
const closeButtonProps = () => ({ 'aria-label': i18next.t('button.close') })

/** Confirms that a change was made. */
export const notify = (message: string) =>
  notifications.show({ message, color: 'moss', closeButtonProps: closeButtonProps() })

/** Confirms that a change was made, with a button to undo it. The notification stays while hovered or focused. */
export function notifyWithUndo(message: string, undo: () => Promise<unknown>) {
  const id = crypto.randomUUID()
  const takeBack = () => {
    notifications.hide(id)
    undo().then(() => notify(i18next.t('message.undone')), notifyError)
  }
  notifications.show({
    id,
    color: 'moss',
    autoClose: undo_ms,
    closeButtonProps: closeButtonProps(),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="subtle" onClick={takeBack}>
          {i18next.t('button.undo')}
        </Button>
      </Group>
    ),
  })
}

/** Shows an error with its request id, until it is closed. */
export function notifyError(error: unknown) {
  const refusal = error instanceof ApiError ? error : undefined
  notifications.show({
    color: 'red',
    autoClose: false,
    closeButtonProps: closeButtonProps(),
    title: errorText(error),
    message: refusal?.request_id ? i18next.t('message.request', { id: refusal.request_id }) : '',
  })
}
