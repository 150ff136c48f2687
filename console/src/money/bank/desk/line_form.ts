import type { SettleLine } from './use_desk.ts'
import type { DeskTask } from './use_desk_actions.ts'

/** What the forms about one line share. */
export interface LineFormProps {
  task: DeskTask
  onClose: () => void
  /** Sends it after the dialog is closed. A refusal is shown at the line. */
  onSettle: (what: string, write: SettleLine) => void
}
