import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  onCancel: () => void
  busy?: boolean
  disabled?: boolean
  /** The label of the submit button. */
  label: string
}

/** The cancel and submit buttons of a form. */
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
