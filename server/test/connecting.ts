import { after, before } from 'node:test'
import { connecting } from '../db/pool/connecting.ts'
import { statement_limits } from '../db/pool/session_setup.ts'
import { waiting } from '../db/pool/shares.ts'
import { lateness } from '../http/limits/overload.ts'

const limits = { connecting, statement_limits, waiting, lateness }
const usual = structuredClone(limits)
const patient_ms = 120_000

const set = (to: typeof limits) => {
  for (const name of Object.keys(limits) as (keyof typeof limits)[]) Object.assign(limits[name], to[name])
}

/**
 * A machine with other work may stand still for seconds, in which a server refuses requests with 503. In the tests it waits instead, so that
 * no request has to be sent again.
 */
export function waitLonger() {
  set({
    connecting: { session_ms_max: patient_ms, probe_ms_max: patient_ms },
    statement_limits: { lock_ms_max: patient_ms, statement_ms_max: patient_ms },
    waiting: { ...usual.waiting, ms_max: patient_ms, congested_ms_max: patient_ms },
    lateness: { ms_max: patient_ms },
  })
}

/** For the tests of an outage, of locks and of queues: a request is refused as early as on a running server. */
export function failAsEarlyAsUsual() {
  before(() => set(usual))
  after(waitLonger)
}
