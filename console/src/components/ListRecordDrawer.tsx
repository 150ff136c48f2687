import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { RecordDrawer } from './RecordDrawer.tsx'
import { firstField } from './use_letter_key.ts'

/** The open record of a list, and the handlers that open another one or close it. */
export interface OpenRecord<Id = number> {
  open: Id | undefined
  /** The records of the list, in the order shown. */
  ids: number[]
  /** How many records the list has, if more than are loaded. */
  total?: number
  onOpen: (id: number) => void
  onClose: () => void
}

interface Props extends OpenRecord<number | 'new'> {
  title: string
  /** The form of a new record. */
  createForm?: ReactNode
  /** In the bar of the drawer, such as a link to the page of the record. */
  actionsOf?: (id: number) => ReactNode
  children: (id: number) => ReactNode
}

/** The drawer of a list: the open record, with buttons for the previous and next one, or the form of a new record. */
export function ListRecordDrawer(props: Props) {
  const { title, open, ids, total, onOpen, onClose, createForm, actionsOf, children } = props
  return (
    <RecordDrawer
      title={title}
      actions={typeof open === 'number' ? actionsOf?.(open) : undefined}
      opened={open !== undefined}
      onClose={onClose}
      recordId={typeof open === 'number' ? open : undefined}
      {...previousAndNext(ids, open, onOpen)}
      position={positionOf(ids, open, total)}
    >
      {open === 'new' ? (
        <FocusedForm>{createForm}</FocusedForm>
      ) : (
        open !== undefined && <Fragment key={open}>{children(open)}</Fragment>
      )}
    </RecordDrawer>
  )
}

/** A form to fill in at once: its first field has the focus. The mark is for the focus trap, which chooses an element a moment later. */
function FocusedForm({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = firstField(form.current)
    field?.setAttribute('data-autofocus', '')
    field?.focus()
  }, [])
  return <div ref={form}>{children}</div>
}

/** The place of the open record in the list, from 1; undefined if it is not in the list. */
function positionOf(ids: number[], open: number | 'new' | undefined, total = ids.length) {
  const place = typeof open === 'number' ? ids.indexOf(open) : -1
  return place < 0 ? undefined : { place: place + 1, total: Math.max(total, ids.length) }
}

/** The handlers for the records before and after the open one; undefined at the ends of the list. */
function previousAndNext(ids: number[], open: number | 'new' | undefined, onOpen: (id: number) => void) {
  const place = typeof open === 'number' ? ids.indexOf(open) : -1
  const step = (by: number) => {
    const id = place < 0 ? undefined : ids[place + by]
    return id === undefined ? undefined : () => onOpen(id)
  }
  return { onPrevious: step(-1), onNext: step(1) }
}
