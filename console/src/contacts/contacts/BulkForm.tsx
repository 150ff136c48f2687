import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormActions } from '../../components/FormActions.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { BulkProgress } from './BulkProgress.tsx'
import type { Progress } from './bulk.ts'

interface Props<Outcome> {
  /** The number of contacts to change. */
  total: number
  /** Changes the contacts. Returns undefined if there is nothing to show afterwards. */
  run: (onProgress: (progress: Progress) => void) => Promise<Outcome | undefined>
  /** Shown in place of the form when the change has ended. */
  outcome: (outcome: Outcome) => ReactNode
  /** The dialog cannot be closed while the change runs. */
  onBusy: (busy: boolean) => void
  onCancel: () => void
  disabled: boolean
  /** The label of the submit button. */
  label: string
  children: ReactNode
}

/** The form of a change to many contacts: its fields, then the progress, then the outcome. */
export function BulkForm<Outcome extends object>(props: Props<Outcome>) {
  const { total, run, outcome: show, onBusy, onCancel, disabled, label, children } = props
  const [progress, setProgress] = useState<Progress>()
  const [outcome, setOutcome] = useState<Outcome>()
  const submit = async () => {
    onBusy(true)
    setProgress({ done: 0, total })
    try {
      setOutcome(await run(setProgress))
    } catch (error) {
      notifyError(error)
    } finally {
      onBusy(false)
      setProgress(undefined)
    }
  }
  if (outcome) return show(outcome)
  if (progress) return <BulkProgress {...progress} />
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack>
        {children}
        <FormActions onCancel={onCancel} disabled={disabled} label={label} />
      </Stack>
    </form>
  )
}
