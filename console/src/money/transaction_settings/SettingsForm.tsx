import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../use_me.ts'

interface Props {
  how?: string
  conflict: boolean
  busy: boolean
  onSave: () => void
  children: ReactNode
}

/** A form over a part of the settings; only shown, where one may not change them. */
export function SettingsForm({ how, conflict, busy, onSave, children }: Props) {
  const { t } = useTranslation()
  const { may } = useMe()
  const editable = may('finance:settings')
  return (
    <Paper withBorder p="md" maw={640}>
      <form
        onSubmit={event => {
          event.preventDefault()
          onSave()
        }}
      >
        <fieldset disabled={!editable || busy} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <Stack>
            {conflict && (
              <Alert color="orange" role="alert">
                {t('said.changed')}
              </Alert>
            )}
            {how && (
              <Text size="sm" c="dimmed">
                {how}
              </Text>
            )}
            {children}
            {editable && (
              <Group justify="flex-end">
                <Button type="submit" loading={busy}>
                  {t('do.save')}
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Paper>
  )
}
