import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { ApiError } from '../api.ts'
import { connectionFault, errorText } from './error_text.ts'

const undo_ms = 8000
const closeButtonProps = () => ({ 'aria-label': i18next.t('button.close') })

/** Shows one notification at a time: a new one replaces the one before. */
function show(notification: Parameters<typeof notifications.show>[0]) {
  notifications.clean()
  notifications.show({ closeButtonProps: closeButtonProps(), ...notification })
}

/** Confirms that a change was made. */
export const notify = (message: string) => show({ message, color: 'moss' })

/** Confirms that a change was made, with a button to undo it. The notification stays while hovered or focused. */
export function notifyWithUndo(
  message: string,
  undo: () => Promise<unknown>,
  texts?: { button: string; done: string },
) {
  const id = crypto.randomUUID()
  const takeBack = () => {
    notifications.hide(id)
    undo().then(() => notify(texts?.done ?? i18next.t('message.undone')), notifyError)
  }
  show({
    id,
    color: 'moss',
    autoClose: undo_ms,
    message: (
      <Group justify="space-between" gap="xs" className="undo-message">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="subtle" onClick={takeBack}>
          {texts?.button ?? i18next.t('button.undo')}
        </Button>
      </Group>
    ),
  })
}

/** Shows an error until it is closed, and the id of the request if the server is at fault. */
export function notifyError(error: unknown) {
  const fault = error instanceof ApiError && error.status >= 500 ? error : undefined
  show({
    color: 'red',
    className: 'error-notification',
    autoClose: false,
    // The page says already that the user is offline.
    title:
      connectionFault(error) === 'offline' ? i18next.t('connection.no_answer', { ns: 'errors' }) : errorText(error),
    message: fault?.request_id && (
      <details>
        <summary>{i18next.t('message.details')}</summary>
        <span className="breaking">{i18next.t('message.request', { id: fault.request_id })}</span>
      </details>
    ),
  })
}
