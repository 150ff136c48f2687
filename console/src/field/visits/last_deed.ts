import { createStore, useStore } from '@mantine/store'
import i18next from 'i18next'
import { useEffect } from 'react'
import { errorText } from '../../components/error_text.ts'
import { notify, notifyError, notifyWithUndo } from '../../components/notifications.tsx'

/** What the user did last, shown in one line that the next one replaces. */
export interface Deed {
  text: string
  /** What changed since without the user. */
  change?: string
  failed?: boolean
  undo?: () => Promise<unknown>
}

const lastDeed = createStore<{ deed: Deed | undefined }>({ deed: undefined })
const show = (deed: Deed | undefined) => lastDeed.setState({ deed })
let lines = 0

/** The last deed, for the line that shows it. It is forgotten when the line is left. */
export function useLastDeed() {
  useEffect(() => {
    lines++
    return () => {
      lines--
      show(undefined)
    }
  }, [])
  return useStore(lastDeed).deed
}

/** Shows what was done, in the line of the screen if it has one. */
export function tellDeed(text: string, undo: () => Promise<unknown>) {
  if (lines === 0) return notifyWithUndo(text, undo)
  show({ text, undo })
}

/** Says what changed without the user, beside what they did last: that can still be undone. */
export function tellChange(text: string) {
  if (lines === 0) return notify(text)
  const { deed } = lastDeed.getState()
  show(deed?.undo ? { ...deed, change: text } : { text })
}

export function tellFailure(error: unknown) {
  if (lines === 0) return notifyError(error)
  show({ text: errorText(error), failed: true })
}

export function undoDeed({ undo }: Deed) {
  show({ text: i18next.t('message.undone') })
  undo?.().catch(tellFailure)
}
