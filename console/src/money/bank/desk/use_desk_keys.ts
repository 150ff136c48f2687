import { useEffect } from 'react'
import { isTyping, shortcutsEnabled } from '../../../components/shortcuts.ts'

export interface DeskActions {
  next: () => void
  previous: () => void
  accept: (() => void) | undefined
  certain: (() => void) | undefined
  split: (() => void) | undefined
  ignore: (() => void) | undefined
  undo: (() => void) | undefined
  find: (() => void) | undefined
  /** Chooses the proposal at this place. */
  choose: ((index: number) => void) | undefined
}

const go_ms = 1200

/** The keys of the desk. They come before those of the frame: `/` finds a payment here. */
export function useDeskKeys(actions: DeskActions) {
  useEffect(() => {
    // G and a letter go to another page.
    let leaving_until = 0
    const press = (event: KeyboardEvent) => {
      if (!shortcutsEnabled() || isTyping(event)) return
      const leaves = Date.now() < leaving_until
      leaving_until = event.key === 'g' ? Date.now() + go_ms : 0
      const act = leaves ? undefined : actionFor(event, actions)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [actions])
}

/** A key that is held moves through the lines. It decides about one line only. */
function actionFor(event: KeyboardEvent, actions: DeskActions) {
  const action = actionOf(event, actions)
  return action && event.repeat && !/^[jk]$/i.test(event.key) ? () => {} : action
}

function actionOf({ key, shiftKey, target }: KeyboardEvent, actions: DeskActions): (() => void) | undefined {
  const { choose } = actions
  if (key === 'Enter') {
    // Enter on another button or link presses it.
    const element = target as HTMLElement
    if (!element.closest('[data-line]') && element.closest('button, a')) return undefined
    return shiftKey ? actions.certain : actions.accept
  }
  if (/^[1-3]$/.test(key) && choose) return () => choose(Number(key) - 1)
  const letters: Record<string, (() => void) | undefined> = {
    j: actions.next,
    k: actions.previous,
    s: actions.split,
    i: actions.ignore,
    z: actions.undo,
    '/': actions.find,
  }
  return letters[key.toLowerCase()]
}
