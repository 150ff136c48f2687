import { ActionIcon, Drawer, Group } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeftIcon, RightIcon } from './icons.tsx'
import { Loading } from './Loading.tsx'
import { shortcutsEnabled } from './shortcuts.ts'
import { startEditing } from './use_letter_key.ts'

interface Props {
  title: ReactNode
  opened: boolean
  onClose: () => void
  /** The records before and after this one in the list behind. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  children: ReactNode
}

/** One record beside its list. It has an address of its own, so that Back closes it and a link opens it. */
export function RecordDrawer({ title, opened, onClose, onPrevious, onNext, children }: Props) {
  const { t } = useTranslation()
  const [body, setBody] = useState<HTMLElement | null>(null)
  useEditKey(opened ? body : null)
  // Escape is heard by whatever is open: it answers the question in front, and leaves the record where it is.
  const close = () => {
    if (!body || !isBehind(body)) onClose()
  }
  return (
    <Drawer.Root opened={opened} onClose={close} position="right" size="lg">
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <Group p="md" wrap="nowrap">
          <Drawer.Title fw={700} fz="lg">
            {title}
          </Drawer.Title>
          <Group gap={4} wrap="nowrap" ml="auto">
            {(onPrevious || onNext) && (
              <>
                <Step label={t('keys.previous')} onClick={onPrevious} icon={<LeftIcon />} />
                <Step label={t('keys.next')} onClick={onNext} icon={<RightIcon />} />
              </>
            )}
            <Drawer.CloseButton aria-label={t('do.close')} />
          </Group>
        </Group>
        <Drawer.Body>
          <div ref={setBody}>
            <Suspense fallback={<Loading />}>{opened && children}</Suspense>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** E goes to the first field of the record, unless one is in a field already or something stands in front of it. */
function useEditKey(body: HTMLElement | null) {
  useEffect(() => {
    if (!body) return
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || !shortcutsEnabled()) return
      if (target.matches('input, textarea, select') || target.closest('[role=menu], [role=listbox]')) return
      if (!isBehind(body) && startEditing(body)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [body])
}

/** Whether something stands in front of the record. */
const isBehind = (body: HTMLElement) =>
  [...document.querySelectorAll('[role=dialog]')].some(dialog => !dialog.contains(body))

const Step = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: (() => void) | undefined }) => (
  <ActionIcon variant="subtle" aria-label={label} disabled={!onClick} onClick={onClick}>
    {icon}
  </ActionIcon>
)

/** The ways from an open record to the ones before and after it in the list behind; none where there is no such one. */
export function previousAndNext(ids: number[], open: number | 'new' | undefined, onOpen: (id: number) => void) {
  const place = typeof open === 'number' ? ids.indexOf(open) : -1
  const step = (by: number) => {
    const id = place < 0 ? undefined : ids[place + by]
    return id === undefined ? undefined : () => onOpen(id)
  }
  return { onPrevious: step(-1), onNext: step(1) }
}
