import { msg, type Text } from '../../messages/message.ts'
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
    bound(`user ${caller?.id}`, 20, msg`You have ${20} requests waiting for changes. ${remedy}`),
    bound(`space ${caller?.group_id}`, 200, msg`Your space has ${200} requests waiting for changes. ${remedy}`),
    bound('process', 1000, msg`This server has ${1000} requests waiting for changes. ${remedy}`),
  ])

const remedy = msg`Close one of them, or send the request without waiting.`

const bound = (key: string, max: number, refusal: Text) => ({ key, max, code: 'rate_limited' as const, refusal })
