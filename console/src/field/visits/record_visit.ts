import i18next from 'i18next'
import { type Door, doorName, type VisitInput } from './doors.ts'
import { tellChange, tellDeed, tellFailure } from './last_deed.ts'
import { enqueueVisits, undoVisits } from './offline/queue.ts'
import { sendQueued } from './offline/send.ts'

/** Records a visit at each of these doors. It is stored on the phone first, and can be undone until the next one. */
export async function recordVisit(action_id: number, doors: Door[], visit: VisitInput, onUndo?: () => void) {
  const rows = await enqueueVisits(action_id, doors, visit).catch(() => {
    tellFailure(new Error(i18next.t('refused.not_kept', { ns: 'field' })))
    return undefined
  })
  if (!rows) return false
  const result = i18next.t(`result.${visit.result}`, { ns: 'field' })
  const [door] = doors
  const message =
    doors.length === 1 && door
      ? i18next.t('recorded', { ns: 'field', door: doorName(door) || door.street, result })
      : i18next.t('recorded_many', { ns: 'field', count: doors.length, result })
  tellDeed(message, async () => {
    const [withdrawn] = await undoVisits(rows)
    // The server keeps the person: others may have written to their record since.
    if (withdrawn?.visit.contact)
      tellChange(i18next.t('person_kept', { ns: 'field', name: nameOf(withdrawn.visit.contact) }))
    onUndo?.()
    void sendQueued()
  })
  void sendQueued()
  return true
}

const nameOf = ({ firstname, surname, mobile, mail }: NonNullable<VisitInput['contact']>) =>
  [firstname, surname].filter(Boolean).join(' ') || mobile || mail
