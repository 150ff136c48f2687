import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commands, commandsOf, groups, sections } from './catalogue.ts'
import { UsageError } from './command.ts'
import { runCommand } from './commands.ts'
import { list, render } from './output.ts'
import { piped, progressLine, type Terminal } from './terminal.ts'

// What the command line says without a server and without settings.

const noSettings = () => assert.fail('it read the settings of the server')
const muster = async (...args: string[]) => (await runCommand(args, noSettings)) ?? ''
const misused = (...args: string[]) =>
  muster(...args).then(
    said => assert.fail(`it said ${said}`),
    (error: Error) => {
      assert.ok(error instanceof UsageError, String(error.stack))
      assert.ok(!error.message.includes('\n'), error.message)
      return error.message
    },
  )

describe('the overview', () => {
  test('names every command or its group, a short line each', async () => {
    const text = await muster('help')
    for (const { title } of sections) assert.ok(text.includes(`\n${title}\n`), title)
    for (const name of Object.keys(commands)) {
      const topic = Object.keys(groups).find(group => name.startsWith(`${group} `)) ?? name
      assert.match(text, new RegExp(`^ {2}(${topic}|${name}) +\\S`, 'm'))
    }
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line)
    assert.equal(await muster(), text)
    assert.equal(await muster('--help'), text)
  })

  test('has sections of less than a screen', async () => {
    for (const { key, commands } of sections) {
      const lines = (await muster('help', key)).split('\n')
      assert.ok(lines.length <= 24, `${key} has ${lines.length} lines`)
      for (const name of Object.keys(commands))
        assert.match(lines.join('\n'), new RegExp(`^ {2}\\./muster ${name} `, 'm'))
    }
  })
})

describe('help', () => {
  test('on a group lists its commands, as does the group alone', async () => {
    for (const group of Object.keys(groups)) {
      const text = await muster(group)
      for (const name of commandsOf(group)) assert.match(text, new RegExp(`^ {2}\\./muster ${name} `, 'm'))
      assert.equal(await muster('help', group), text)
    }
  })

  test('on a command shows its options, also --json', async () => {
    for (const [name, command] of Object.entries(commands)) {
      if ('runRaw' in command) continue
      const text = await muster(...name.split(' '), '--help')
      for (const option of [...Object.keys(command.options ?? {}), 'json'])
        assert.match(text, new RegExp(`^ {2}--${option}\\b`, 'm'), `${name} --${option}`)
      for (const line of text.split('\n')) assert.ok(line.length <= 80, line)
    }
    assert.equal(await muster('help', 'token', 'create'), await muster('token', 'create', '--help'))
  })

  test('lists the exit codes', async () => {
    for (const code of [0, 1, 2, 3, 130])
      assert.match(await muster('help', 'exit-codes'), new RegExp(`^ {2}${code} `, 'm'))
  })

  test('on an unknown word suggests the nearest one', async () => {
    assert.match(await misused('help', 'usr'), /no help on "usr"\. Did you mean "user"\?/)
  })
})

test('the version is printed for each of the usual spellings, also for programs', async () => {
  const text = await muster('version')
  assert.match(text, /^Muster \d+\.\d+\.\d+$/)
  for (const spelling of ['--version', '-v']) assert.equal(await muster(spelling), text)
  assert.match(JSON.parse(await muster('version', '--json')).version, /^\d+\.\d+\.\d+$/)
})

describe('a typing error', () => {
  const typos: [string[], string][] = [
    [['usr'], 'Unknown command "usr". Did you mean "user"? "./muster help" lists the commands.'],
    [['constructor'], 'Unknown command "constructor". "./muster help" lists the commands.'],
    [
      ['user', 'creat'],
      'Unknown command "user creat". Did you mean "user create"? "./muster user" lists the commands of user.',
    ],
    [
      ['token', 'list', '--mial', 'x'],
      'Unknown option --mial. Did you mean --mail? "./muster token list --help" shows its options.',
    ],
    [['token', 'list', '--mail'], '--mail needs a value. "./muster token list --help" shows its options.'],
    [['token', 'list'], './muster token list needs --mail: E-mail address the user signs in with.'],
    [['restore'], './muster restore needs a backup file.'],
  ]
  for (const [args, sentence] of typos)
    test(`in muster ${args.join(' ')} is explained in one line`, async () => {
      assert.equal(await misused(...args), sentence)
    })

  /** The arguments that a command requires, and each option that has fixed choices. */
  const choices = Object.entries(commands).flatMap(([name, command]) => {
    if ('runRaw' in command) return []
    const options = Object.entries(command.options ?? {})
    const required = options.flatMap(([key, option]) =>
      option.required ? [`--${key}`, option.choices?.[0] ?? 'x'] : [],
    )
    const typed = [...name.split(' '), ...(command.argument?.needs ? ['x'] : []), ...required]
    return options.flatMap(([key, option]) => (option.choices ? [{ typed, key, words: option.choices }] : []))
  })

  test('in a value with fixed choices lists them, for every such option', async () => {
    assert.ok(choices.length > 3)
    for (const { typed, key, words } of choices)
      assert.equal(await misused(...typed, `--${key}`, 'nonsense'), `--${key} must be one of ${words.join(', ')}.`)
  })
})

describe('a list', () => {
  const rows = [{ id: 7, name: 'Harbour' }]
  const output = list(rows, row => row, { line: ({ id, name }) => [id, name], none: 'There is no space yet.' })
  const screen: Terminal = { ...piped, columns: 80, style: (format, text) => `<${format}>${text}</${format}>` }

  test('is a table with headings on a terminal, lines with tabs in a pipe, and JSON on request', () => {
    assert.equal(render(output, false, screen), '<bold>id  name</bold>\n7   Harbour')
    assert.equal(render(output, false, piped), '7\tHarbour')
    assert.deepEqual(JSON.parse(render(output, true, screen)), rows)
  })

  test('without rows says so on a terminal only', () => {
    const none = list([], row => row, { line: () => [], none: 'There is no space yet.' })
    assert.equal(render(none, false, screen), 'There is no space yet.')
    assert.equal(render(none, false, piped), '')
  })
})

describe('progress', () => {
  test('replaces one line at most ten times a second, and is removed at the end', () => {
    const written: string[] = []
    let now = 0
    const progress = progressLine({ columns: 20, write: text => written.push(text) }, () => now)
    for (; now < 1000; now += 10) progress(`${now} rows of a very long table`)
    progress('')
    assert.equal(written.length, 11)
    assert.ok(written.every(text => text.startsWith('\r\u001b[K') && text.length < 4 + 20))
    assert.equal(written.at(-1), '\r\u001b[K')
  })

  test('is shown on a terminal that does not know its width', () => {
    const written: string[] = []
    progressLine({ columns: 0, write: text => written.push(text) })('12 rows')
    assert.deepEqual(written, ['\r\u001b[K12 rows'])
  })
})
