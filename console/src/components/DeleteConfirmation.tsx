import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSave } from './use_save.ts'

interface Props {
  question?: string
  /** More about what will happen. */
  children?: ReactNode
  remove: () => Promise<unknown>
  onDone: () => unknown
  onCancel: () => void
  /** The texts of the buttons, unless they are "Cancel" and "Delete". */
  labels?: { cancel: string; remove: string }
}

/** Asks before something is deleted, or changed without a way back. */
export function DeleteConfirmation({ question, children, remove, onDone, onCancel, labels }: Props) {
  const { t } = useTranslation()
  const deleting = useSave({ save: remove, onSaved: onDone })
  return (
    <Stack>
      {question && <Text className="breaking">{question}</Text>}
      {children}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {labels?.cancel ?? t('button.cancel')}
        </Button>
        <Button color="red" loading={deleting.busy} onClick={() => void deleting.save()}>
          {labels?.remove ?? t('button.delete')}
        </Button>
      </Group>
    </Stack>
  )
}
