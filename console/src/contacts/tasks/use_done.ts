import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../api.ts'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { changeTask } from './data.ts'

/**
 * Marks tasks as done or as open again, with an undo. `ticked` has the tasks whose check box is ahead of the list. A done task leaves the list, so the
 * focus moves to its neighbour.
 */
export function useDone() {
  const { t } = useTranslation('notes')
  const list = useRef<HTMLDivElement>(null)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const running = useRef(new Set<number>())
  const set = async ({ id, title, done }: Task) => {
    if (running.current.has(id)) return
    running.current.add(id)
    setTicked(new Set(running.current))
    const keepFocus = focusKeeper(list.current, id)
    try {
      await changeTask(id, { done: !done })
      notifyWithUndo(t(done ? 'task.reopened' : 'task.is_done', { title }), () => changeTask(id, { done }))
    } catch (error) {
      notifyError(error)
    } finally {
      running.current.delete(id)
      setTicked(new Set(running.current))
      keepFocus()
    }
  }
  return { list, ticked, toggle: (task: Task) => void set(task) }
}

/** How many frames the list has to draw itself without the task. */
const patience = 30

/** Remembers the place of a focused task in the list. The result focuses the task that took this place, or the list. */
function focusKeeper(list: HTMLElement | null, id: number) {
  const rows = () => [...(list?.querySelectorAll<HTMLElement>('input[data-task]') ?? [])]
  const place = rows().findIndex(({ dataset }) => dataset.task === String(id))
  const before = rows()[place]
  if (!before || document.activeElement !== before) return () => {}
  const focusNeighbour = (frames: number) => {
    if (document.activeElement === before && frames > 0) return nextFrame(frames - 1)
    if (document.activeElement && document.activeElement !== document.body) return
    const left = rows()
    const next = left[Math.min(place, left.length - 1)] ?? list
    next?.focus()
  }
  const nextFrame = (frames: number) => void requestAnimationFrame(() => focusNeighbour(frames))
  return () => nextFrame(patience)
}
