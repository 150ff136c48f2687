import { usePageKeys } from '../../../components/use_page_keys.ts'

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

/** The keys of the desk. `/` finds a payment here. */
export const useLineKeys = (actions: DeskActions) => usePageKeys(event => actionOf(event, actions))

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
