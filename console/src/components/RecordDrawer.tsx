import { ActionIcon, Drawer, Group, Text } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from './formats.ts'
import { LeftIcon, RightIcon } from './icons.tsx'
import { RecordSkeleton } from './Loading.tsx'
import { PrintHead } from './PrintHead.tsx'
import { shortcutsEnabled } from './shortcuts.ts'
import { useAsking } from './unsaved.ts'
import { useFocusOnClose } from './use_focus_on_close.ts'
import { startEditing } from './use_letter_key.ts'

interface Props {
  title: ReactNode
  /** Beside the buttons for the previous and next record. */
  actions?: ReactNode
  opened: boolean
  onClose: () => void
  /** Open the records before and after this one in the list. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** Its place in the list, from 1. */
  position?: { place: number; total: number } | undefined
  /** The record, whose row has the focus when the drawer closes. */
  recordId?: number | undefined
  children: ReactNode
}

/** A record beside its list. It has its own URL, so that Back closes it and a link opens it. */
export function RecordDrawer(props: Props) {
  const { title, actions, opened, onClose, onPrevious, onNext, position, recordId, children } = props
  const { t } = useTranslation()
  const [body, setBody] = useState<HTMLElement | null>(null)
  const asking = useAsking()
  useFocusOnClose(opened, recordId)
  useRecordKeys(opened ? body : null, { onPrevious, onNext })
  // Escape reaches every open layer: a dialog in front closes, the record stays.
  const close = () => {
    if (!body || !isBehind(body)) onClose()
  }
  return (
    <Drawer.Root opened={opened} onClose={close} position="right" size="lg" closeOnEscape={!asking} returnFocus={false}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <PrintHead />
        <Group px="md" py="xs" wrap="nowrap">
          <Drawer.Title fw={700} fz={{ base: 'md', sm: 'lg' }}>
            {title}
          </Drawer.Title>
          <Group gap={4} wrap="nowrap" ml="auto">
            {position && position.total > 1 && (
              <Text size="sm" c="dimmed" className="tabular list-position" mr={4}>
                {t('list.position', { place: formatNumber(position.place), total: formatNumber(position.total) })}
              </Text>
            )}
            {(onPrevious || onNext) && (
              <>
                <Step label={t('keys.previous')} onClick={onPrevious} icon={<LeftIcon />} />
                <Step label={t('keys.next')} onClick={onNext} icon={<RightIcon />} />
              </>
            )}
            {actions}
            <Drawer.CloseButton aria-label={t('button.close')} />
          </Group>
        </Group>
        <Drawer.Body>
          <div ref={setBody} className="record-body">
            <Suspense fallback={<RecordSkeleton />}>{opened && children}</Suspense>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** E focuses the first field of the record, J and K open the next and previous one; not in a field, nor behind a dialog. */
function useRecordKeys(body: HTMLElement | null, { onPrevious, onNext }: Pick<Props, 'onPrevious' | 'onNext'>) {
  useEffect(() => {
    if (!body) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !shortcutsEnabled()) return
      if (isInField(event.target as HTMLElement) || isBehind(body)) return
      const done = event.key === 'e' ? startEditing(body) : step(event.key, onPrevious, onNext)
      if (done) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [body, onPrevious, onNext])
}

const isInField = (element: HTMLElement) =>
  element.isContentEditable ||
  element.matches('input, textarea, select') ||
  element.closest('[role=menu], [role=listbox]') !== null

function step(key: string, previous: (() => void) | undefined, next: (() => void) | undefined) {
  const act = { j: next, k: previous }[key]
  act?.()
  return act !== undefined
}

/** Whether a dialog is in front of the record. */
const isBehind = (body: HTMLElement) =>
  [...document.querySelectorAll('[role=dialog]')].some(dialog => !dialog.contains(body))

const Step = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: (() => void) | undefined }) => (
  <ActionIcon variant="subtle" aria-label={label} disabled={!onClick} onClick={onClick}>
    {icon}
  </ActionIcon>
)
