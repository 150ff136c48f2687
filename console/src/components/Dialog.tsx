import { Group, Modal } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from './Loading.tsx'

interface Props {
  title: ReactNode
  opened: boolean
  onClose: () => void
  size?: 'md' | 'lg'
  /** Cannot be closed while something is running. */
  busy?: boolean
  children: ReactNode
}

/** A modal dialog. Mantine's own header would be a second banner landmark for screen readers. */
export function Dialog({ title, opened, onClose, size = 'md', busy = false, children }: Props) {
  const { t } = useTranslation()
  return (
    <Modal.Root opened={opened} onClose={() => !busy && onClose()} size={size} centered>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <Group p="md" pb="xs" wrap="nowrap" justify="space-between" align="flex-start">
          <Modal.Title fw={700} className="breaking">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('do.close')} disabled={busy} />
        </Group>
        <Modal.Body>
          <Suspense fallback={<Loading />}>{opened && children}</Suspense>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
