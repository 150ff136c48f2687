import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import { generatedFiles } from './generate.ts'
import { checksumOf, readMigrations } from './server/db/migrate.ts'
import { readReleases, releases_file } from './server/db/released_migrations.ts'
import { areas, files, importsOf, product, textOf } from './source_files.ts'

// Checks the rules of ARCHITECTURE.md and STYLE.md. module_boundaries.test.ts checks which part of the server imports which.

const folderOf = (file: string) => posix.dirname(file)

describe('imports', () => {
  test('the server imports only the server', () => {
    for (const file of product.filter(file => file.startsWith('server/'))) {
      for (const target of importsOf(file)) assert.ok(target.startsWith('server/'), `${file} imports ${target}`)
    }
  })

  test('the console imports nothing but the SDK', () => {
    for (const file of product.filter(file => file.startsWith('console/'))) {
      for (const target of importsOf(file)) assert.match(target, /^console\/src\/|^sdk\/(client|operations)\.ts$/, file)
    }
  })

  test('product code does not import tests', () => {
    for (const file of product)
      for (const target of importsOf(file)) assert.doesNotMatch(target, /\.test\.ts$|server\/test\//, file)
  })
})

describe('content', () => {
  const statements = (file: string) =>
    [...textOf(file).matchAll(/\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/g)].map(([, text = '']) => text)

  test('SQL is only in queries, core folders and infrastructure', () => {
    const allowed = new RegExp(
      [
        'queries\\.ts$',
        '^server/(db|access|events|mail|jobs|sign_in|demo)/',
        `^server/(${areas.join('|')})/core/`,
        '^server/contacts/search/engine/',
        '^server/create_space\\.ts$',
        '^server/http/idempotency\\.ts$',
        '^cli/',
      ].join('|'),
    )
    for (const file of product.filter(file => statements(file).length > 0))
      assert.match(file, allowed, `${file} writes SQL`)
  })

  test('every statement on a table of a space filters by the space, or by the rows of one user', () => {
    const migrations = readMigrations()
      .map(({ text }) => text)
      .join('\n')
    const tables = [...migrations.matchAll(/create table (\w+) \(\s*(?:--.*\s*)*group_id/g)].map(([, table]) => table)
    assert.ok(tables.length > 5)
    const touches = new RegExp(`(from|join|update|into)\\s+(${tables.join('|')})\\b`)
    const exempt = /group_id|\bdigest = |user_id = |mail_outbox|(idempotency_keys|webhook_deliveries) where created_at/
    for (const file of product) {
      for (const text of statements(file).filter(text => touches.test(text))) {
        assert.ok(exempt.test(text) || text.includes('${sql('), `${file}: ${text.trim()}`)
      }
    }
  })

  test('only config.ts reads the environment, and environment.ts that of the command line', () => {
    const readers = product.filter(file => /process\.env/.test(textOf(file)))
    assert.deepEqual(readers.sort(), ['cli/environment.ts', 'server/config.ts'])
  })

  test('no folder or file has a generic name', () => {
    for (const file of files)
      assert.doesNotMatch(file, /\/(services|utils|helpers|common|types|misc|controllers|managers)(\/|\.ts$)/)
  })
})

describe('size', () => {
  test('a file has at most 400 lines', () => {
    for (const file of files) assert.ok(textOf(file).trimEnd().split('\n').length <= 400, `${file} is too long`)
  })

  test('a line has at most 160 characters', () => {
    // A translation has the English text as its key, and a key cannot be split.
    for (const file of files.filter(file => !file.startsWith('server/messages/fr/'))) {
      for (const [index, line] of textOf(file).split('\n').entries())
        assert.ok(line.length <= 160, `${file}:${index + 1} has ${line.length} characters`)
    }
  })
})

describe('tests', () => {
  const tests = files.filter(file => file.endsWith('.test.ts'))

  test('are all run: they are in folders of the runner, and none uses only()', () => {
    for (const file of tests) {
      assert.match(file, /^([^/]+|console\/[^/]+|(server|sdk|e2e|cli|torture)\/.+)$/)
      assert.doesNotMatch(textOf(file), /\b(test|describe|it)\.only\(/, file)
      assert.match(textOf(file), /\b(test|describe)\(/, `${file} tests nothing`)
    }
  })

  // Node does not report an error in such an await.
  test('do not await at the top level after the first test', () => {
    for (const file of tests) {
      const after_first = textOf(file)
        .split(/^(?:test|describe)\(/m)
        .slice(1)
        .join('')
      assert.doesNotMatch(after_first, /^(?:const|let|await)\b.*\bawait\b|^await /m, file)
    }
  })
})

describe('completeness', () => {
  test('each resource has schema.ts, queries.ts, routes.ts and a test', () => {
    for (const routes of files.filter(file =>
      new RegExp(`^server/(${areas.join('|')})/\\w+/routes\\.ts$`).test(file),
    )) {
      const folder = folderOf(routes)
      for (const name of ['schema.ts', 'queries.ts', `${posix.basename(folder)}.test.ts`])
        assert.ok(existsSync(`${folder}/${name}`), `${folder} lacks ${name}`)
    }
  })

  test('generated files are up to date: npm run generate', () => {
    for (const [file, text] of Object.entries(generatedFiles()))
      assert.equal(existsSync(file) && textOf(file), text, file)
  })

  test('the tests that show a promise exist', () => {
    const named = [...textOf('torture/promises.ts').matchAll(/'([\w/*]+\.test\.ts)'/g)].map(
      ([, pattern = '']) => pattern,
    )
    assert.ok(named.length > 10)
    for (const pattern of named) assert.ok(globSync(pattern).length > 0, pattern)
  })

  test('migrations are numbered without gaps', () => {
    const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    )
  })

  // Before a release, remove the line of the migration from the list and run npm run generate.
  test('a recorded migration is not changed: add a new one', () => {
    const recorded = Object.assign({}, ...Object.values(readReleases())) as Record<string, string>
    const checksums = Object.fromEntries(readMigrations().map(({ name, text }) => [name, checksumOf(text)]))
    for (const [name, checksum] of Object.entries(recorded))
      assert.equal(checksums[name], checksum, `${name} differs from ${releases_file}`)
  })

  test('bench and torture export only what is imported', () => {
    const texts = files.map(file => [file, textOf(file)] as const)
    for (const [file, text] of texts.filter(([file]) => /^(bench|torture)\//.test(file))) {
      for (const [, name] of text.matchAll(/^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm)) {
        const imports = new RegExp(`import (type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/${posix.basename(file)}'`)
        assert.ok(
          texts.some(([, other]) => imports.test(other)),
          `${file} exports ${name}, which is not imported`,
        )
      }
    }
  })

  test('ARCHITECTURE.md shows every folder', () => {
    const text = textOf('ARCHITECTURE.md')
    for (const folder of new Set(files.map(file => file.split('/')[0]!).filter(name => !name.endsWith('.ts'))))
      assert.match(text, new RegExp(`^${folder}/`, 'm'), folder)
    const inServer = new RegExp(`^server/(?:(?:${areas.join('|')})/)?(\\w+)/`)
    const folders = product.flatMap(file => inServer.exec(file)?.[1] ?? [])
    for (const folder of new Set(folders)) assert.match(text, new RegExp(`\\b${folder}\\b`), folder)
  })

  test('every dependency is pinned to one version', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf('package.json'))
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
    }
  })
})

describe('console', () => {
  const base = ['api.ts', 'use_me.ts', 'components', 'translations']
  // Which folders of console/src a folder may import. main.tsx, router.tsx and area_parts.ts import all of them.
  const consoleImports: Record<string, string[]> = {
    'session.ts': [],
    'api.ts': ['session.ts'],
    'use_me.ts': ['api.ts'],
    'theme.ts': ['components'],
    translations: [],
    components: ['api.ts', 'use_me.ts', 'session.ts', 'translations'],
    map: ['api.ts', 'components', 'translations'],
    settings: [...base, 'money'],
    organisation: [...base, 'map'],
    integrations: [...base, 'organisation', 'contacts'],
    contacts: [...base, 'map', 'organisation'],
    money: base,
    field: [...base, 'session.ts', 'map', 'organisation'],
    home: [...base, 'organisation', 'contacts', 'money', 'field'],
    shell: [...base, 'session.ts', 'field'],
  }
  const sources = files.filter(
    file => file.startsWith('console/src/') && !/src\/(main\.tsx|router\.tsx|area_parts\.ts)$/.test(file),
  )
  const consoleFolder = (file: string) => file.split('/')[2] ?? ''
  const ownImports = (file: string) => importsOf(file).filter(target => target.startsWith('console/src/'))

  test('folders import only the folders below them', () => {
    for (const file of sources) {
      const allowed = consoleImports[consoleFolder(file)]
      assert.ok(allowed, `${file} is in a folder without a rule`)
      for (const target of ownImports(file)) {
        const folder = consoleFolder(target)
        assert.ok(folder === consoleFolder(file) || allowed.includes(folder), `${file} must not import ${target}`)
      }
    }
  })

  test('no import circles', () => {
    const done = new Set<string>()
    const visit = (file: string, path: string[]) => {
      assert.ok(!path.includes(file), `circle: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`)
      if (done.has(file)) return
      for (const target of ownImports(file)) visit(target, [...path, file])
      done.add(file)
    }
    for (const file of files.filter(file => file.startsWith('console/src/'))) visit(file, [])
  })
})
