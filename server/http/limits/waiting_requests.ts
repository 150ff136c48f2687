import { RunningCounts } from './running_counts.ts'

/** The caller of a long poll or an event stream. */
export interface WaitingCaller {
  id: number
  group_id: number
}

const waiting = new RunningCounts()

/**
 * Counts a waiting request, or throws if its user, its space or the process has too many. Every waiting request reads again at each change in
 * its space: without a limit, one user could keep the database busy.
 */
export const startWaiting = (caller: WaitingCaller | undefined) =>
  waiting.start([
    bound(`user ${caller?.id}`, 20, 'You have'),
    bound(`space ${caller?.group_id}`, 200, 'Your space has'),
    bound('process', 1000, 'This server has'),
  ])

const bound = (key: string, max: number, subject: string) => ({
  key,
  max,
  code: 'rate_limited' as const,
  refusal: `${subject} ${max} requests waiting for changes. Close one of them, or send the request without waiting.`,
})
