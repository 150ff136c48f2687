import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notifyError } from './notifications.tsx'

interface Props {
  onSee?: (() => Promise<unknown>) | undefined
  onKeep: () => void
}

/** Another user saved first: the user chooses which version to keep. */
export function ConflictAlert({ onSee, onKeep }: Props) {
  const { t } = useTranslation()
  return (
    <Alert color="orange" title={t('message.changed')} role="alert">
      <Group>
        {onSee && (
          <Button size="xs" variant="default" onClick={() => void onSee().catch(notifyError)}>
            {t('button.see_theirs')}
          </Button>
        )}
        <Button size="xs" color="red" onClick={onKeep}>
          {t('button.keep_mine')}
        </Button>
      </Group>
    </Alert>
  )
}
