import { Group, Modal } from '@mantine/core'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from './Loading.tsx'
import { PrintHead } from './PrintHead.tsx'
import { askBeforeLosing, useAsking } from './unsaved.ts'

interface Props {
  title: ReactNode
  opened: boolean
  onClose: () => void
  size?: 'md' | 'lg' | number
  /** Cannot be closed while something is running. */
  busy?: boolean
  /** What has the focus once it is closed, if not what had it before. */
  focusAfter?: () => HTMLElement | null | undefined
  children: ReactNode
}

/** A modal dialog. Mantine's own header would be a second banner landmark for screen readers. */
export function Dialog({ title, opened, onClose, size = 'md', busy = false, focusAfter, children }: Props) {
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  const asking = useAsking()
  useFocusOnUnmount(opened)
  const close = () => {
    if (!busy) askBeforeLosing(content.current, onClose)
  }
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      size={size}
      centered
      closeOnEscape={!asking}
      returnFocus={!focusAfter}
      {...(focusAfter && { onExitTransitionEnd: () => focusAfter()?.focus() })}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <PrintHead />
        <Group p="md" pb="xs" wrap="nowrap" justify="space-between" align="flex-start">
          <Modal.Title fw={700} lh={1.4} className="breaking">
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('button.close')} disabled={busy} />
        </Group>
        <Modal.Body>
          <div ref={content}>
            <Suspense fallback={<Loading />}>
              {opened && children}
              {opened && <FocusOnContent content={content} />}
            </Suspense>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Marks the first field of a form for the focus, which the close button would have, and focuses it if it was loaded after the dialog had opened. */
function FocusOnContent({ content }: { content: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (!content.current) return
    const marked = content.current.querySelector<HTMLElement>('[data-autofocus]') ?? firstField(content.current)
    marked?.setAttribute('data-autofocus', '')
    const { activeElement } = document
    const dialog = content.current.closest('[role=dialog]')
    if (dialog?.contains(activeElement) && !content.current.contains(activeElement)) marked?.focus()
  }, [content])
  return null
}

/** The field that a form begins with, if text is typed into it. */
function firstField(content: HTMLElement) {
  const first = content.querySelector<HTMLElement>('form :is(input:not([type=hidden]), textarea, select):enabled')
  return first?.matches('[type=radio], [type=checkbox], [type=file]') ? undefined : first
}

/** A dialog that is removed while it is open gives the focus back, too. */
function useFocusOnUnmount(opened: boolean) {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    before.current = opened ? document.activeElement : null
  }, [opened])
  useEffect(() => {
    return () => {
      if (before.current) focusAfterRemoval(before.current)
    }
  }, [])
}

/** After the focus is lost with what had it. */
function focusAfterRemoval(before: Element) {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const target = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null
    const place = target ?? document.querySelector<HTMLElement>('#main')
    place?.focus({ preventScroll: true })
  })
}
