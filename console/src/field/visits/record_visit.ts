import i18next from 'i18next'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { type Door, doorName, type VisitInput } from './doors.ts'
import { enqueueVisits, undoVisits } from './offline/queue.ts'
import { sendQueued } from './offline/send.ts'

/** Records a visit at each of these doors. It is stored on the phone first and can be undone for a moment. */
export async function recordVisit(action_id: number, doors: Door[], visit: VisitInput) {
  const rows = await enqueueVisits(action_id, doors, visit).catch(() => {
    notifyError(new Error(i18next.t('refused.not_kept', { ns: 'field' })))
    return undefined
  })
  if (!rows) return false
  const result = i18next.t(`result.${visit.result}`, { ns: 'field' })
  const [door] = doors
  const message =
    doors.length === 1 && door
      ? i18next.t('recorded', { ns: 'field', door: doorName(door) || door.street, result })
      : i18next.t('recorded_many', { ns: 'field', count: doors.length, result })
  notifyWithUndo(message, async () => {
    await undoVisits(rows)
    void sendQueued()
  })
  void sendQueued()
  return true
}
