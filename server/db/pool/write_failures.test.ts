import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import postgres from 'postgres'
import { WriteFailures } from './write_failures.ts'

const MB = 2 ** 20
// The types declare the message as the argument, but the class takes the fields of the error.
const fail = (code: string) =>
  Promise.reject(new postgres.PostgresError({ message: 'refused', code, severity: 'ERROR' } as unknown as string))

describe('what health says about writes', () => {
  test('a full disk is reported although nothing is written', () => {
    let free = 0
    const failures = new WriteFailures('/data', () => free)
    assert.equal(failures.reason, 'disk_full')
    free = 100 * MB
    assert.equal(failures.reason, undefined)
  })

  test('after a failure the disk counts as full until there is space to go on', async t => {
    t.after(() => mock.timers.reset())
    mock.timers.enable({ apis: ['Date'] })
    let free = 4 * MB
    const failures = new WriteFailures('/data', () => free)
    assert.equal(failures.reason, undefined)
    await assert.rejects(failures.watch(fail('53100')))
    mock.timers.tick(3_600_000)
    assert.equal(failures.reason, 'disk_full')
    free = 100 * MB
    assert.equal(failures.reason, undefined)
  })

  test('on another machine, whose disk is unknown, a failure counts for half a minute or until a write succeeds', async t => {
    t.after(() => mock.timers.reset())
    mock.timers.enable({ apis: ['Date'] })
    const failures = new WriteFailures(undefined)
    await assert.rejects(failures.watch(fail('53100')))
    assert.equal(failures.reason, 'disk_full')
    mock.timers.tick(31_000)
    assert.equal(failures.reason, undefined)
    await assert.rejects(failures.watch(fail('25006')))
    assert.equal(failures.reason, 'read_only')
    await failures.watch(Promise.resolve())
    assert.equal(failures.reason, undefined)
  })
})
