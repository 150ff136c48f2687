import { Button, Group, Text } from '@mantine/core'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { discardUnsaved } from './unsaved.ts'

interface Props {
  onCancel: () => void
  busy?: boolean
  disabled?: boolean
  /** What is missing before the form can be sent; with it the submit button is disabled. */
  missing?: string | undefined
  /** Whether the buttons stay in sight below a form that is longer than the screen. */
  sticky?: boolean
  /** Whether the submit button has the focus first: everything is filled in. */
  autoFocus?: boolean
  /** A button apart from the others, which deletes the record. */
  remove?: ReactNode
  /** The label of the submit button. */
  label: string
}

/** The cancel and submit buttons of a form. */
export function FormActions({
  onCancel,
  busy = false,
  disabled = false,
  missing,
  sticky = false,
  autoFocus = false,
  remove,
  label,
}: Props) {
  const { t } = useTranslation()
  const why = useId()
  const cancel = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Cancel means it: only closing by other ways asks.
    if (currentTarget.form) discardUnsaved(currentTarget.form)
    onCancel()
  }
  return (
    <Group justify="flex-end" className={sticky ? 'form-actions' : undefined}>
      {remove && <div style={{ marginInlineEnd: 'auto' }}>{remove}</div>}
      {missing && (
        <Text id={why} size="sm" c="dimmed" flex="1 1 200px" role="status">
          {missing}
        </Text>
      )}
      <Button variant="default" onClick={cancel}>
        {t('button.cancel')}
      </Button>
      <Button
        type="submit"
        data-autofocus={autoFocus || undefined}
        loading={busy}
        disabled={disabled || missing !== undefined}
        aria-describedby={missing && why}
      >
        {label}
      </Button>
    </Group>
  )
}
