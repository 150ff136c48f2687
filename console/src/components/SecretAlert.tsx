import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from './icons.tsx'

/** A secret that is shown only once. */
export function SecretAlert({ title, secret }: { title: string; secret: string }) {
  const { t } = useTranslation('settings')
  return (
    <Alert color="yellow" title={title} role="alert">
      <Text size="sm">{t('secret_once')}</Text>
      <Group mt="xs">
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" leftSection={<CopyIcon size={14} />} onClick={copy}>
              {t(copied ? 'do.copied' : 'do.copy', { ns: 'shell' })}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  )
}
