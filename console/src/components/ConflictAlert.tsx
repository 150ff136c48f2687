import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notifyError } from './notifications.tsx'

interface Props {
  onSee?: (() => Promise<unknown>) | undefined
  onKeep: () => void
}

/** Another user saved first: the person decides whose version stays. */
export function ConflictAlert({ onSee, onKeep }: Props) {
  const { t } = useTranslation()
  return (
    <Alert color="orange" title={t('said.changed')} role="alert">
      <Group>
        {onSee && (
          <Button size="xs" variant="default" onClick={() => void onSee().catch(notifyError)}>
            {t('do.see_theirs')}
          </Button>
        )}
        <Button size="xs" color="red" onClick={onKeep}>
          {t('do.keep_mine')}
        </Button>
      </Group>
    </Alert>
  )
}
