import { readFileSync } from 'node:fs'
import type { Output } from './output.ts'

export async function version(): Promise<Output> {
  const file = new URL('../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return { text: `Muster ${version}`, data: { version, node: process.versions.node } }
}
