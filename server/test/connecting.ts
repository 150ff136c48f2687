import { after, before } from 'node:test'
import { connecting } from '../db/pool/connecting.ts'

const usual = { ...connecting }

/** Opening a connection may take longer than a client would wait: a machine with other work may stand still for seconds. */
export function waitLonger() {
  Object.assign(connecting, { session_ms_max: 60_000, probe_ms_max: 60_000 })
}

/** For the tests of an outage: opening a connection fails as early as on a running server. */
export function failAsEarlyAsUsual() {
  before(() => void Object.assign(connecting, usual))
  after(waitLonger)
}
