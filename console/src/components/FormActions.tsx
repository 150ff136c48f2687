import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  onCancel: () => void
  busy?: boolean
  disabled?: boolean
  /** What is done when it is sent. */
  label: string
}

/** How a form ends: not at all, or sent. */
export function FormActions({ onCancel, busy = false, disabled = false, label }: Props) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('do.cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {label}
      </Button>
    </Group>
  )
}
