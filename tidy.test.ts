import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import { generatedFiles } from './generate.ts'
import { readMigrations } from './server/db/migrate.ts'

// The architecture as a test: what ARCHITECTURE.md says in words, this file holds us to.

const files = globSync([
  'server/**/*.ts',
  'sdk/**/*.ts',
  'cli/**/*.ts',
  'console/src/**/*.{ts,tsx}',
  'e2e/**/*.ts',
  'bench/**/*.ts',
  'torture/**/*.ts',
  '*.ts',
])
  .filter(file => !/node_modules|^sdk\/dist\//.test(file) && file !== 'sdk/operations.ts')
  .sort()
const product = files.filter(file => !/\.test\.ts$|^test\.ts$|^server\/test\/|^(bench|torture|e2e)\//.test(file))
const textOf = (file: string) => readFileSync(file, 'utf8')

const wings = ['organisation', 'integrations', 'contacts', 'money', 'field']

const folderOf = (file: string) => posix.dirname(file)

const importsOf = (file: string) =>
  [...textOf(file).matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) => posix.join(folderOf(file), target))

describe('arrows', () => {
  test('nothing in the server looks at the command line', () => {
    for (const file of product.filter(file => file.startsWith('server/'))) {
      for (const target of importsOf(file)) assert.ok(target.startsWith('server/'), `${file} imports ${target}`)
    }
  })

  test('the console knows the server only by its client', () => {
    for (const file of product.filter(file => file.startsWith('console/'))) {
      for (const target of importsOf(file)) assert.match(target, /^console\/src\/|^sdk\/(client|operations)\.ts$/, file)
    }
  })

  test('product code does not import tests', () => {
    for (const file of product)
      for (const target of importsOf(file)) assert.doesNotMatch(target, /\.test\.ts$|server\/test\//, file)
  })
})

describe('words in their place', () => {
  const statements = (file: string) =>
    [...textOf(file).matchAll(/\bsql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/g)].map(([, text = '']) => text)

  test('SQL is written where it is looked for', () => {
    const allowed = new RegExp(
      [
        'queries\\.ts$',
        '^server/(db|access|events|mail|jobs|sign_in|demo)/',
        `^server/(${wings.join('|')})/core/`,
        '^server/contacts/search/engine/',
        '^server/create_space\\.ts$',
        '^server/http/idempotency\\.ts$',
        '^cli/',
      ].join('|'),
    )
    for (const file of product.filter(file => statements(file).length > 0))
      assert.match(file, allowed, `${file} writes SQL`)
  })

  test('every statement on a table of a space names the space, or says whose own rows it is after', () => {
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

  test('only config.ts reads the environment', () => {
    for (const file of product.filter(file => /process\.env/.test(textOf(file)))) assert.equal(file, 'server/config.ts')
  })

  test('no folder is named after nothing', () => {
    for (const file of files)
      assert.doesNotMatch(file, /\/(services|utils|helpers|common|types|misc|controllers|managers)(\/|\.ts$)/)
  })
})

describe('size', () => {
  test('a file fits in the head', () => {
    for (const file of files) assert.ok(textOf(file).split('\n').length <= 300, `${file} is too long`)
  })

  test('a line fits on the screen', () => {
    for (const file of files) {
      for (const [index, line] of textOf(file).split('\n').entries())
        assert.ok(line.length <= 160, `${file}:${index + 1} has ${line.length} characters`)
    }
  })
})

describe('tests', () => {
  const tests = files.filter(file => file.endsWith('.test.ts'))

  test('are all run: the runner looks where they are, and none is singled out', () => {
    for (const file of tests) {
      assert.match(file, /^([^/]+|console\/[^/]+|(server|sdk|e2e|cli|torture)\/.+)$/)
      assert.doesNotMatch(textOf(file), /\b(test|describe|it)\.only\(/, file)
      assert.match(textOf(file), /\b(test|describe)\(/, `${file} tests nothing`)
    }
  })

  // Node would not say so if that failed.
  test('wait for nothing once the first of them is told', () => {
    for (const file of tests) {
      const told = textOf(file)
        .split(/^(?:test|describe)\(/m)
        .slice(1)
        .join('')
      assert.doesNotMatch(told, /^(?:const|let|await)\b.*\bawait\b|^await /m, file)
    }
  })
})

describe('completeness', () => {
  test('each resource has its shapes, its SQL, its operations and its promises', () => {
    for (const routes of files.filter(file =>
      new RegExp(`^server/(${wings.join('|')})/\\w+/routes\\.ts$`).test(file),
    )) {
      const folder = folderOf(routes)
      for (const name of ['schema.ts', 'queries.ts', `${posix.basename(folder)}.test.ts`])
        assert.ok(existsSync(`${folder}/${name}`), `${folder} lacks ${name}`)
    }
  })

  test('generated files are fresh: npm run generate', () => {
    for (const [file, text] of Object.entries(generatedFiles()))
      assert.equal(existsSync(file) && textOf(file), text, file)
  })

  test('migrations are numbered without gaps', () => {
    const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    )
  })

  test('what the benches and tortures export, somebody imports', () => {
    const texts = files.map(file => [file, textOf(file)] as const)
    for (const [file, text] of texts.filter(([file]) => /^(bench|torture)\//.test(file))) {
      for (const [, name] of text.matchAll(/^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm)) {
        const imports = new RegExp(`import (type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/${posix.basename(file)}'`)
        assert.ok(
          texts.some(([, other]) => imports.test(other)),
          `${file} exports ${name}, and nobody wants it`,
        )
      }
    }
  })

  test('ARCHITECTURE.md shows every folder', () => {
    const shown = textOf('ARCHITECTURE.md')
    for (const room of new Set(files.map(file => file.split('/')[0]!).filter(room => !room.endsWith('.ts'))))
      assert.match(shown, new RegExp(`^${room}/`, 'm'), room)
    const inServer = new RegExp(`^server/(?:(?:${wings.join('|')})/)?(\\w+)/`)
    const folders = product.flatMap(file => inServer.exec(file)?.[1] ?? [])
    for (const folder of new Set(folders)) assert.match(shown, new RegExp(`\\b${folder}\\b`), folder)
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
  // Which folders of console/src a folder may import; main.tsx and router.tsx put everything together.
  const consoleImports: Record<string, string[]> = {
    'session.ts': [],
    'api.ts': ['session.ts'],
    'use_me.ts': ['api.ts'],
    'theme.ts': [],
    translations: [],
    components: ['api.ts', 'use_me.ts', 'session.ts', 'translations'],
    map: ['components', 'translations'],
    settings: base,
    organisation: base,
    integrations: [...base, 'organisation'],
    contacts: [...base, 'map'],
    money: base,
    field: [...base, 'session.ts', 'map', 'organisation'],
    home: [...base, 'organisation', 'money'],
    shell: [...base, 'session.ts', 'field'],
  }
  const sources = files.filter(file => file.startsWith('console/src/') && !/\/(main|router)\.tsx$/.test(file))
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

  test('no files import each other in a circle', () => {
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
