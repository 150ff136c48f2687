import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError, describeSettings, misspelledSettings, readConfig, Settings } from './config.ts'
import { defaultWorkers } from './machine.ts'

/** The message that refuses a value. */
function refused(name: string, value: string): string {
  try {
    readConfig({ [name]: value })
  } catch (error) {
    assert.ok(error instanceof ConfigError, `${name}=${value} gives ${error}`)
    return error.message
  }
  return assert.fail(`${name}=${value} was accepted`)
}

describe('settings', () => {
  test('have their documented defaults', () => {
    assert.deepEqual(readConfig({}), {
      HOST: '127.0.0.1',
      PORT: 8080,
      DATA_DIR: resolve('data'),
      OIDC_NAME: 'single sign-on',
      OIDC_EMAIL_VERIFIED: 'required',
      LOG_LEVEL: 'info',
      RATE_BURST: 1000,
      RATE_PER_SECOND: 100,
      WORKERS: defaultWorkers(),
      JOBS: 'on',
      WEBHOOKS_PRIVATE: 'off',
      WEBHOOKS_RETRY_SECONDS: 5,
      BACKUP_HOURS: 24,
      BACKUPS_KEPT: 7,
      BACKUP_FILES: 'on',
      FILE_MB_MAX: 20,
      MAP_MB_MAX: 300,
      FILES_MB_PER_SPACE: 5120,
      S3_REGION: 'us-east-1',
      DATABASE_CONNECTIONS: 8,
      DATABASE_WAIT_SECONDS: 120,
    })
  })

  test('are taken from the environment, numbers as numbers', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '9000',
      DATA_DIR: '/srv/muster',
      DATABASE_URL: 'postgres://me@db/muster',
      DEMO: 'off',
      PUBLIC_URL: 'https://muster.example.org',
      OIDC_ISSUER: 'https://login.example.org',
      OIDC_CLIENT_ID: 'muster',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_DOMAINS: 'example.org, example.net',
      OIDC_NAME: 'Example',
      OIDC_EMAIL_VERIFIED: 'trusted',
      DNS_SERVERS: '10.0.0.53, 127.0.0.1:5353, [::1]:53',
      LOG_LEVEL: 'debug',
      SMTP_URL: 'smtps://mail.example.org',
      MAIL_FROM: 'Muster <muster@example.org>',
      RATE_BURST: '5',
      RATE_PER_SECOND: '0.5',
      WORKERS: '3',
      JOBS: 'off',
      WEBHOOKS_PRIVATE: 'on',
      WEBHOOKS_RETRY_SECONDS: '0.5',
      BACKUP_DIR: '/srv/safe',
      BACKUP_HOURS: '0',
      BACKUPS_KEPT: '30',
      BACKUP_FILES: 'off',
      FILE_MB_MAX: '50',
      MAP_MB_MAX: '200',
      FILES_MB_PER_SPACE: '100',
      S3_REGION: 'eu-west-3',
      METRICS_TOKEN: 'the-monitor-of-the-house',
      DATABASE_CONNECTIONS: '4',
      DATABASE_WAIT_SECONDS: '0',
    }
    assert.deepEqual(readConfig(env), {
      ...env,
      PORT: 9000,
      RATE_BURST: 5,
      RATE_PER_SECOND: 0.5,
      WEBHOOKS_RETRY_SECONDS: 0.5,
      WORKERS: 3,
      BACKUP_HOURS: 0,
      BACKUPS_KEPT: 30,
      FILE_MB_MAX: 50,
      MAP_MB_MAX: 200,
      FILES_MB_PER_SPACE: 100,
      DATABASE_CONNECTIONS: 4,
      DATABASE_WAIT_SECONDS: 0,
    })
  })

  test('count as unset when they are empty', () => {
    assert.deepEqual(
      readConfig(Object.fromEntries(Object.keys(Settings.properties).map(name => [name, '']))),
      readConfig({}),
    )
  })

  test('that are misspelled are named with what was meant; variables of other programs are not', () => {
    assert.deepEqual(misspelledSettings({ PROT: '9000', DATABSE_URL: 'postgres://x', PORT: '1' }), [
      ['PROT', 'PORT'],
      ['DATABSE_URL', 'DATABASE_URL'],
    ])
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'LOGNAME',
      'MAIL',
      'SHELL',
      'TERM',
      'LANG',
      'NODE_ENV',
      'PGPORT',
      'EDITOR',
    ]
    assert.deepEqual(misspelledSettings(Object.fromEntries(others.map(name => [name, 'x']))), [])
  })

  test('ignore the rest of the environment', () => {
    assert.deepEqual(readConfig({ PATH: '/bin', HOSTNAME: 'x' }), readConfig({}))
  })

  test('accept 0 for any free port', () => {
    assert.equal(readConfig({ PORT: '0' }).PORT, 0)
  })
})

test('the settings of the identity provider go together, and its secret is not shown', () => {
  const set = {
    OIDC_ISSUER: 'https://login.example.org',
    OIDC_CLIENT_ID: 'muster',
    OIDC_CLIENT_SECRET: 'a very secret text',
    OIDC_DOMAINS: 'example.org',
  }
  assert.doesNotMatch(describeSettings(readConfig(set)), /a very secret text/)
  for (const missing of Object.keys(set))
    assert.throws(() => readConfig({ ...set, [missing]: '' }), /OIDC_ISSUER, OIDC_CLIENT_ID, .* go together/)
})

describe('an invalid value', () => {
  const wrong: Record<string, string[]> = {
    PORT: ['abc', '-1', '65536', '80.5', '8080abc', 'true', '0x50', 'Infinity', 'NaN'],
    LOG_LEVEL: ['loud', 'INFO', 'true'],
    DEMO: ['maybe', 'true', '1'],
    DATABASE_URL: ['mysql://db/muster', 'db/muster', 'postgres://a b/c', 'postgres://db:port/muster'],
    PUBLIC_URL: [
      'example.org',
      'ftp://example.org',
      'https://',
      'https://a b',
      'https://example.org/?x=1',
      'https://[x',
    ],
    MAP_TILES_URL: [
      'tiles',
      'ftp://tiles.example.org/{z}/{x}/{y}',
      'https://tiles.example.org/{z}/{x}.png',
      'https://a b/{z}/{x}/{y}',
      '/own/lyon.pmtiles',
      'https://tiles.example.org/lyon.mbtiles',
    ],
    MAP_FILE: ['../lyon.pmtiles', 'lyon.mbtiles', 'a/b.pmtiles'],
    MAP_MB_MAX: ['0', 'all'],
    SMTP_URL: ['mail.example.org', 'http://mail.example.org', 'smtp://a b'],
    MAIL_FROM: ['x'],
    OIDC_ISSUER: ['login.example.org', 'http://login.example.org', 'https://a b'],
    OIDC_DOMAINS: ['everyone', 'a@example.org', '*.example.org'],
    DNS_SERVERS: ['dns.example.org', '10.0.0.53:port', '10.0.0.53,'],
    RATE_BURST: ['0', '-5', 'many', '1.5', 'true'],
    RATE_PER_SECOND: ['0', '-1', 'fast', 'Infinity'],
    WORKERS: ['0', '33', 'all', '1.5'],
    JOBS: ['yes', 'ON'],
    METRICS_TOKEN: ['short', 'two words of one'],
    BACKUP_HOURS: ['-1', '8761', 'daily'],
    BACKUPS_KEPT: ['0', 'all'],
    DATABASE_CONNECTIONS: ['1', '0', '201', 'all', '2.5'],
    DATABASE_WAIT_SECONDS: ['-1', '86401', 'long'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      test(`${name}=${value} is refused with a sentence that names it`, () => {
        const sentence = refused(name, value)
        // A URL may contain a password, so the value is not repeated; nor is a token.
        assert.ok(sentence.startsWith(/_(URL|TOKEN)$/.test(name) ? `${name} ` : `${name}=${value} `), sentence)
        assert.match(sentence, /^[^\n]+[.]$/)
      })
    }
  }

  test('is a number of connections above that of the embedded database', () => {
    const env = { WORKERS: '32', DATABASE_CONNECTIONS: '20' }
    assert.throws(() => readConfig(env), /^Error: WORKERS times DATABASE_CONNECTIONS/)
    assert.equal(readConfig({ ...env, DATABASE_URL: 'postgres://db/muster' }).WORKERS, 32)
  })

  test('of an enumerated setting is answered with the choices', () => {
    assert.match(refused('LOG_LEVEL', 'loud'), /trace, debug, info, warn, error, silent/)
    assert.match(refused('DEMO', 'maybe'), /on, off/)
  })

  test('is explained in words, not in terms of a schema', () => {
    for (const [name, [value = '']] of Object.entries(wrong)) assert.doesNotMatch(refused(name, value), /pattern|\^|\\/)
  })
})

describe('passwords', () => {
  const urls = [
    'postgres://me:hunter2@db/muster',
    'postgres://me:hunter2@db',
    'postgresql://:hunter2@db/muster',
    'postgres://me:a@hunter2@db/muster',
    'postgres://me:hunter2%40@db/muster',
    'postgres://me:hunter2@one:5432,two:5433/muster?target_session_attrs=read-write',
    'postgres://me:a,hunter2@one,two/muster',
  ]
  for (const url of urls) {
    test(`are hidden in the list of settings: ${url}`, () => {
      assert.doesNotMatch(describeSettings(readConfig({ DATABASE_URL: url })), /hunter2/)
    })
  }

  for (const url of ['smtp://me:hunter2@mail', 'smtps://me:hunter2@mail:465?pool=true', 'smtp://me:a@hunter2@mail']) {
    test(`are hidden in the list of settings: ${url}`, () => {
      assert.doesNotMatch(describeSettings(readConfig({ SMTP_URL: url })), /hunter2/)
    })
  }

  for (const url of [
    'mysql://me:hunter2@db/muster',
    'me:hunter2@db/muster',
    'postgres:/me:hunter2@db',
    'postgres//me:hunter2@db',
    'mysql://me:a@hunter2@db',
    'mysql://me:a/hunter2@db',
    'postgres://me@db/muster?password=hunter2',
    'postgres://me:5/hunter2@db/muster',
    'postgres://me:5?hunter2@db/muster',
    'postgres://me:5#hunter2@db/muster',
    'postgres://me:hunter2@one,two:port/muster',
  ]) {
    test(`are hidden in the error about an invalid address: ${url}`, () => {
      assert.doesNotMatch(refused('DATABASE_URL', url), /hunter2/)
      assert.doesNotMatch(refused('SMTP_URL', url), /hunter2/)
    })
  }
})

describe('the list of settings', () => {
  test('documents every setting with its default and current value', () => {
    const text = describeSettings(readConfig({ PORT: '9001' }))
    for (const name of Object.keys(Settings.properties)) assert.match(text, new RegExp(`^${name}=`, 'm'))
    assert.match(text, /^PORT=9001\n.*Default: 8080\./m)
    assert.match(text, /^DATABASE_URL=\n.*Unset by default\./m)
  })

  test('a machine runs at most one process per gigabyte of memory, and at least one', () => {
    const gigabyte = 2 ** 30
    assert.equal(defaultWorkers(gigabyte / 2), 1)
    assert.equal(defaultWorkers(1.9 * gigabyte), 1)
    assert.equal(defaultWorkers(1000 * gigabyte), Math.min(availableParallelism(), 6))
  })
})
