import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { after, describe, test } from 'node:test'
import { camt053 } from '../test/bank_files.ts'
import { aContact } from '../test/contacts.ts'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aTeam, aUser } from '../test/people.ts'

// Runs the commands of the guides in a shell, in their order, against a server: what readers copy must work.

interface Block {
  language: string
  /** What follows the language: `not-run`, or the name of a program that another test runs. */
  note: string
  line: number
  text: string
}

function blocksOf(file: string): Block[] {
  const document = readFileSync(file, 'utf8')
  return [...document.matchAll(/^( *)```(\S*) ?(.*)\n([\s\S]*?)^\1```$/gm)].map(
    ({ index, 2: language = '', 3: note = '', 4: text = '' }) => ({
      language,
      note,
      line: document.slice(0, index).split('\n').length,
      text,
    }),
  )
}

const guides = globSync('docs/guides/*.md').sort()
const isRun = ({ language, note }: Block) => language === 'sh' && note === ''

// Some commands check or copy the whole database.
const app = await startTestApp({ own: true })
const folder = mkdtempSync(join(tmpdir(), 'muster-guides-'))
after(() => rmSync(folder, { recursive: true }))

/** Where a program is; empty if this machine does not have it. */
const pathOf = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
const stand_ins = resolve('server/test/guide_programs')

/** curl that fails for every response that is no success, and writes which command it was, also inside `$(…)`. */
function addPrograms(bin: string) {
  const addProgram = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const curl = pathOf('curl') || `"${process.execPath}" ${stand_ins}/curl.mjs`
  // A busy machine answers 503 for a moment. After a failure the command runs once more, to show what the response says.
  const options = pathOf('curl') && '-sS --fail --retry 10'
  const report = `{ echo "curl $*"; ${curl} "$@"; echo; } >> "$FAILED" 2>/dev/null`
  addProgram('curl', `${curl} ${options} "$@" || { code=$?; ${report}; exit $code; }`)
  if (!pathOf('jq')) addProgram('jq', `exec "${process.execPath}" ${stand_ins}/jq.mjs "$@"`)
}

/** The files that the guides import. */
function addFiles(place: string) {
  symlinkSync(resolve('muster'), join(place, 'muster'))
  const rows = [
    'Prénom,Nom,Courriel,Genre,Mobile,Remarque',
    'Léa,Marchand,lea@example.org,Femme,06 39 98 01 03,',
    'Max,Roy,max(at)example.org,H,,',
  ]
  writeFileSync(join(place, 'people.csv'), `${rows.join('\n')}\n`)
  const entries = [-900, 3000, 5000].map((amount, index) => ({
    amount,
    date: `2025-10-0${index + 2}`,
    text: `Line ${index}`,
  }))
  writeFileSync(join(place, 'october.xml'), camt053(entries, { iban: 'FR7630006000011234567890189' }))
}

async function anOffice(name: string) {
  const space = await aSpace(app, name)
  const person = await aUser(app, space, { role: 'superadmin', mail: `${name}@example.org` })
  const [contact, other] = [
    await aContact(app, person, { firstname: 'Rosa' }),
    await aContact(app, person, { firstname: 'Rosa' }),
  ]
  const team = await aTeam(app, person, { name: 'North bank' })
  return { space, person, contact, other, team }
}

/** Runs the blocks of a guide in one shell. Returns where and why it stopped, or undefined. */
async function failureOf(file: string, blocks: Block[]) {
  const name = basename(file, '.md')
  const { space, person, contact, other, team } = await anOffice(name)
  const place = join(folder, name)
  const bin = join(place, '.bin')
  mkdirSync(bin, { recursive: true })
  addPrograms(bin)
  addFiles(place)
  const failed = join(place, '.failed')
  const steps = blocks.map(
    ({ line, text }) => `line=${line}\n${text.replaceAll('you@example.org', person.mail)}\ncheck`,
  )
  const script = `set -e
trap 'code=$?; [ $code = 0 ] || echo "${file}:$line exits with $code" >&2' EXIT
check() { [ ! -e "$FAILED" ] || { cat "$FAILED" >&2; exit 1; }; }
${steps.join('\n')}`
  const env = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: place,
    FAILED: failed,
    DATABASE_URL: app.database_url,
    DATA_DIR: join(place, 'data'),
    M: app.url,
    MUSTER_URL: app.url,
    MUSTER_TOKEN: person.token,
    TOKEN: person.token,
    SPACE: String(space),
    CONTACT: String(contact.id),
    OTHER: String(other.id),
    TEAM: String(team.id),
    PERSON: String(person.id),
  }
  const child = spawn('sh', ['-c', script], { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (output += piece))
  const code = await new Promise(done => child.on('close', done))
  return code === 0 && !existsSync(failed) ? undefined : output.slice(-3000)
}

describe('the commands of the guides', { concurrency: 3 }, () => {
  for (const file of guides) {
    const blocks = blocksOf(file).filter(isRun)
    if (blocks.length === 0) continue
    test(`${file}: all commands succeed`, async () => {
      const failure = await failureOf(file, blocks)
      assert.equal(failure, undefined, failure)
    })
  }

  test('every block has a language, and few are not run', () => {
    const blocks = guides.flatMap(file => blocksOf(file).map(block => ({ ...block, file })))
    for (const { file, line, language, note } of blocks) {
      assert.notEqual(language, '', `${file}:${line} has no language`)
      if (language === 'sh') assert.ok(['', 'not-run'].includes(note), `${file}:${line}: ${note}`)
    }
    const count = (notRun: boolean) =>
      blocks.filter(({ language, note }) => language === 'sh' && (note === 'not-run') === notRun).length
    assert.ok(count(false) >= 50, `${count(false)} blocks are run`)
    assert.ok(
      count(true) <= not_run_max,
      `${count(true)} blocks are not run, which need another machine, Docker or systemd`,
    )
  })
})

const not_run_max = 24
