import { ApiError } from '../../errors.ts'

/** Whose request waits: a long poll or a stream of events. */
export interface WaitingCaller {
  id: number
  group_id: number
}

// Each one that waits reads again at every change in its space, so one user with many of them would keep the database busy for all others.
const of_user_max = 20
const of_space_max = 200
const of_process_max = 1000

const counts = new Map<string, number>()

/** Counts a request that waits. It is refused where its user, its space or the process has too many already. Call what it returns at its end. */
export function startWaiting(caller: WaitingCaller | undefined): () => void {
  const bounds: [string, number, string][] = [
    [`user ${caller?.id}`, of_user_max, 'You have'],
    [`space ${caller?.group_id}`, of_space_max, 'Your space has'],
    ['process', of_process_max, 'This server has'],
  ]
  for (const [key, most, subject] of bounds)
    if ((counts.get(key) ?? 0) >= most)
      throw new ApiError(
        'rate_limited',
        `${subject} ${most} requests that wait for changes already. Close one of them, or ask without waiting.`,
        { headers: { 'retry-after': '5' } },
      )
  for (const [key] of bounds) add(key, 1)
  let over = false
  return () => {
    if (over) return
    over = true
    for (const [key] of bounds) add(key, -1)
  }
}

function add(key: string, change: number) {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
