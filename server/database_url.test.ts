import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DatabaseUrlError, readDatabaseUrl } from './database_url.ts'

const hostsOf = (url: string) => readDatabaseUrl(url).hosts.map(({ host, port }) => `${host} ${port}`)

describe('an address', () => {
  test('names one host, with the default port, or several hosts with a port each', () => {
    assert.deepEqual(hostsOf('postgres://me@db/muster'), ['db 5432'])
    assert.deepEqual(hostsOf('postgresql://db:6000/muster'), ['db 6000'])
    assert.deepEqual(hostsOf('postgres:///muster'), ['localhost 5432'])
    assert.deepEqual(hostsOf('postgres://me:p@one:5433,two,10.0.0.3:6000/muster'), [
      'one 5433',
      'two 5432',
      '10.0.0.3 6000',
    ])
    assert.deepEqual(hostsOf('postgres://[::1]:5433,[fe80::2]/muster'), ['::1 5433', 'fe80::2 5432'])
  })

  test('has a user, a password and a database, percent-encoded where needed', () => {
    const { username, password, database } = readDatabaseUrl('postgres://m%40e:a%2Fb:c,d@one,two/the%20base')
    assert.deepEqual([username, password, database], ['m@e', 'a/b:c,d', 'the base'])
    assert.equal(readDatabaseUrl('postgres://me:a@b@db').password, 'a@b')
    assert.equal(readDatabaseUrl('postgres://me@db').database, 'muster')
  })

  test('uses any server when it names one, and the one that accepts writes when it names several', () => {
    assert.equal(readDatabaseUrl('postgres://one/muster').target, 'any')
    assert.equal(readDatabaseUrl('postgres://one,two/muster').target, 'read-write')
    for (const target of ['any', 'read-write', 'primary'] as const) {
      assert.equal(readDatabaseUrl(`postgres://one/muster?target_session_attrs=${target}`).target, target)
      assert.equal(readDatabaseUrl(`postgres://one,two/muster?target_session_attrs=${target}`).target, target)
    }
  })

  test('is shown without user, password and parameters', () => {
    const { shown } = readDatabaseUrl('postgres://me:hunter2@one:5432,two:5433/muster?sslmode=require')
    assert.equal(shown, 'postgres://one:5432,two:5433/muster')
  })

  const refused: Record<string, RegExp> = {
    'postgres://one,,two/muster': /empty host/,
    'postgres://,/muster': /empty host/,
    'postgres://one:0/muster': /port that is not between/,
    'postgres://one:65536/muster': /port that is not between/,
    'postgres://one:x,two/muster': /not a valid URL/,
    'postgres://::1/muster': /not a valid URL/,
    'postgres://a b/muster': /not a valid URL/,
    'mysql://one/muster': /not a valid URL/,
    'postgres://me:50%@one/muster': /% that does not begin/,
    'postgres://one,two/muster?socket=/run/x': /several hosts and a socket/,
    'postgres://one/muster?sslmode=prefer': /sslmode=prefer; it must be one of disable, require/,
    'postgres://one/muster?connect_timeout=3':
      /parameter connect_timeout; only sslmode, target_session_attrs and socket/,
    'postgres://one,two/muster?target_session_attrs=standby':
      /Muster writes to its database, so it must be one of any, read-write, primary/,
    'postgres://one,two/muster?target_session_attrs=prefer-standby': /must be one of any, read-write, primary/,
    'postgres://me:1/hunter2@one/muster': /Percent-encode/,
  }
  for (const [url, reason] of Object.entries(refused))
    test(`is refused with its reason: ${url}`, () => {
      assert.throws(
        () => readDatabaseUrl(url),
        error => error instanceof DatabaseUrlError && reason.test(error.message) && !error.message.includes('hunter2'),
      )
    })
})
