import { Button, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveForm } from '../../components/SaveForm.tsx'
import type { Saving } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'

interface Props {
  how?: string
  saving: Saving
  onSave: () => void
  /** The label of the submit button; without one, “Save”. */
  label?: string
  children: ReactNode
}

/** A form over a part of the settings; read-only without the permission to change them. */
export function SettingsForm({ how, saving, onSave, label, children }: Props) {
  const { t } = useTranslation()
  const { may } = useMe()
  const editable = may('finance:settings')
  return (
    <Paper withBorder p="md" maw={640}>
      <SaveForm saving={saving} onSubmit={onSave} readOnly={!editable}>
        {how && (
          <Text size="sm" c="dimmed">
            {how}
          </Text>
        )}
        {children}
        {editable && (
          <Group justify="flex-end">
            <Button type="submit" loading={saving.busy}>
              {label ?? t('button.save')}
            </Button>
          </Group>
        )}
      </SaveForm>
    </Paper>
  )
}
