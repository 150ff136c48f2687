import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

// The source files and their imports, for the tests of the architecture.

/** The five parts of the domain. Each has a `core/` for what its resources share, and one folder per resource. */
export const areas = ['organisation', 'integrations', 'contacts', 'money', 'field'] as const

/** Every TypeScript file that is not generated. */
export const files = globSync([
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

/** The files that run at users, without tests and measurements. */
export const product = files.filter(
  file => !/\.test\.ts$|^(test|source_files)\.ts$|^server\/test\/|^(bench|torture|e2e)\//.test(file),
)

export const textOf = (file: string) => readFileSync(file, 'utf8')

/** The files of the repository that a file imports, also dynamically. */
export const importsOf = (file: string) =>
  [...textOf(file).matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    posix.join(posix.dirname(file), target),
  )
