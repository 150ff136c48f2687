import { ApiError } from '../../errors.ts'

/** The caller of a long poll or an event stream. */
export interface WaitingCaller {
  id: number
  group_id: number
}

// Every waiting request reads again at each change in its space. Without a limit, one user could keep the database busy.
const of_user_max = 20
const of_space_max = 200
const of_process_max = 1000

const counts = new Map<string, number>()

/** Counts a waiting request, or throws if its user, its space or the process has too many. Call the returned function at its end. */
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
        `${subject} ${most} requests waiting for changes. Close one of them, or send the request without waiting.`,
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
