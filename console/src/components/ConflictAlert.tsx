import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notifyError } from './notifications.tsx'

interface Props {
  onSee: () => Promise<unknown>
  onKeep: () => Promise<unknown>
}

/** Somebody else has saved meanwhile: nothing is lost, and whoever comes second decides. */
export function ConflictAlert({ onSee, onKeep }: Props) {
  const { t } = useTranslation()
  return (
    <Alert color="orange" title={t('said.changed')} role="alert">
      <Group>
        <Button size="xs" variant="default" onClick={() => void onSee().catch(notifyError)}>
          {t('do.see_theirs')}
        </Button>
        <Button size="xs" color="red" onClick={() => void onKeep().catch(notifyError)}>
          {t('do.keep_mine')}
        </Button>
      </Group>
    </Alert>
  )
}
