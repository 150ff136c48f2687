import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoFile } from '../demo/demo.ts'
import { defined } from './defined.ts'

/** The file with the accounts of the demo, which the first start writes. */
export const demoOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoFile

export function tokenOf(dataDir: string, role = 'superadmin', space = 1) {
  const account = demoOf(dataDir).accounts.find(account => account.role === role && account.space_id === space)
  return defined(account, `the ${role} of the demo`).token
}
