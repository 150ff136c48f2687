import { createStore, useStore } from '@mantine/store'
import { ApiError, muster } from '../../../api.ts'
import { errorText } from '../../../components/error_text.ts'
import { applySent, refreshDoors } from '../data.ts'
import type { QueuedVisit } from '../doors.ts'
import { isReachable, isSignedIn, signInSilently } from './connectivity.ts'
import { databaseExists } from './database.ts'
import { dequeueSent, markAttempted, markRefused, queuedVisits, refreshQueue, removeVisits } from './queue.ts'
import { owner } from './store.ts'

const batch_size = 100
// Browsers do not always report that the connection is back, or bad.
const again_ms = 7000
const tried_key = 'muster.field.silent'

interface SyncState {
  /** Whether the server answered last time. */
  reached: boolean
  /** Whether the user must sign in before visits can be sent. */
  signed_out: boolean
  sending: boolean
}

const syncState = createStore<SyncState>({ reached: navigator.onLine, signed_out: !isSignedIn(), sending: false })
const updateSyncState = (change: Partial<SyncState>) => syncState.setState(now => ({ ...now, ...change }))

export const useSyncState = () => useStore(syncState)

let started = false

/** Sends queued visits now, when the connection returns, and when the app is shown again. */
export function startSending() {
  if (started) return
  started = true
  if (isSignedIn()) sessionStorage.removeItem(tried_key)
  addEventListener('online', () => void sendQueued())
  addEventListener('offline', () => updateSyncState({ reached: false }))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sendQueued()
  })
  setInterval(async () => {
    if (document.visibilityState !== 'visible' || !(await databaseExists())) return
    if (!syncState.getState().reached || (await queuedVisits()).some(({ refusal }) => !refusal)) void sendQueued()
  }, again_ms)
  void sendQueued()
}

/** One tab at a time. Two would do no harm, since every visit has a key, but double the requests. */
export function sendQueued(): Promise<void> {
  if (!navigator.locks) return send()
  return navigator.locks.request('muster-field-sending', send)
}

async function send() {
  // Most users never open the field app: no request for them.
  if (!(await databaseExists())) return
  if (!(await isReachable())) return updateSyncState({ reached: false })
  updateSyncState({ reached: true, signed_out: !isSignedIn(), sending: true })
  try {
    if (!isSignedIn()) return await signInAgain()
    for (let batch = await nextBatch(); batch.length > 0; batch = await nextBatch()) {
      // Another user may have signed in meanwhile, or the same user in another space.
      const here = (await markAttempted(batch.map(({ key }) => key))).filter(row => row.owner === owner())
      if (here[0]) await sendBatch(here[0].action_id, here)
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) updateSyncState({ signed_out: true })
    else if (!(error instanceof ApiError)) updateSyncState({ reached: false })
  } finally {
    updateSyncState({ sending: false })
    await refreshQueue()
  }
}

/** Tries a silent sign-in once, and never while a form is open: its content would be lost. */
async function signInAgain() {
  const tried = sessionStorage.getItem(tried_key) !== null
  if (tried || document.querySelector('[role=dialog]') || !location.pathname.startsWith('/console/field')) return
  sessionStorage.setItem(tried_key, 'yes')
  await signInSilently()
}

async function nextBatch(): Promise<QueuedVisit[]> {
  const ready = (await queuedVisits()).filter(({ refusal }) => !refusal)
  return ready.filter(({ action_id }) => action_id === ready[0]?.action_id).slice(0, batch_size)
}

/** All visits of a request are recorded or none. Refused ones are marked with the reason, the others sent again. */
async function sendBatch(id: number, rows: QueuedVisit[]) {
  try {
    const { data } = await muster.visits.record({ id, data: { visits: rows.map(({ visit }) => visit) } })
    if (!data.visits) throw new Error('the response has no visits')
    await settle(id, rows, new Map(data.visits.map(visit => [visit.key, visit.id])))
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) throw error
    await markRefusedVisits(rows, error)
  }
}

/** Temporary errors: the visit stays in the queue. */
const isTemporary = ({ status, code }: ApiError) =>
  status === 401 || status === 408 || status === 429 || status >= 500 || code === 'idempotency_key_running'

/** Updates the doors first, then the queue. Undone visits are withdrawn on the server. */
async function settle(action_id: number, rows: QueuedVisit[], ids: Map<string, number>) {
  await applySent(
    action_id,
    rows.filter(({ undone }) => !undone),
  )
  const withdrawn: string[] = []
  for (const { key, undone } of rows) {
    const visit_id = ids.get(key)
    if (visit_id === undefined) throw new Error('the response lacks a visit')
    if (!undone && (await dequeueSent(key))) continue
    await muster.visits.withdraw({ id: action_id, visit_id })
    withdrawn.push(key)
  }
  if (withdrawn.length === 0) return
  await refreshDoors(action_id)
  await removeVisits(...withdrawn)
}

async function markRefusedVisits(rows: QueuedVisit[], refusal: ApiError) {
  const wrong = new Map<number, string>()
  for (const { location, message } of refusal.errors) {
    const [, index] = /^body\.data\.visits\.(\d+)/.exec(location) ?? []
    if (index !== undefined && !wrong.has(Number(index))) wrong.set(Number(index), message)
  }
  for (const [index, { key }] of rows.entries()) {
    const message = wrong.size === 0 ? errorText(refusal) : wrong.get(index)
    if (message !== undefined) await markRefused(key, message)
  }
}
