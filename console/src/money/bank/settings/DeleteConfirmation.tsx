import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSave } from '../../../components/use_save.ts'

interface Props {
  question: string
  remove: () => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

export function DeleteConfirmation({ question, remove, onDone, onCancel }: Props) {
  const { t } = useTranslation()
  const deleting = useSave({ save: remove, onSaved: onDone })
  return (
    <Stack>
      <Text className="breaking">{question}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('button.cancel')}
        </Button>
        <Button color="red" loading={deleting.busy} onClick={() => void deleting.save()}>
          {t('button.delete')}
        </Button>
      </Group>
    </Stack>
  )
}
