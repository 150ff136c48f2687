import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from './icons.tsx'

/** A secret that is shown only once. It comes into view with the focus: the form that made it may be far below. */
export function SecretAlert({ title, secret }: { title: string; secret: string }) {
  const { t } = useTranslation('settings')
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret is shown in the same place.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [secret])
  return (
    <Alert color="yellow" title={title} role="alert" ref={box} tabIndex={-1}>
      <Text size="sm">{t('secret_once')}</Text>
      <Group mt="xs">
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" leftSection={<CopyIcon size={14} />} onClick={copy}>
              {t(copied ? 'button.copied' : 'button.copy', { ns: 'shell' })}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  )
}
