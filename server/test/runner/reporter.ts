import { relative } from 'node:path'
import { inspect } from 'node:util'

// A reporter of node:test: one line of JSON for each test that has ended, for test.ts.

export interface EndedTest {
  file: string
  name: string
  kind: 'passed' | 'failed' | 'skipped' | 'suite'
  /** Why it failed. */
  error?: string
}

interface TestEvent {
  type: string
  data: { name: string; file?: string; nesting: number; skip?: unknown; todo?: unknown; details: Details }
}

interface Details {
  type?: 'suite' | 'test'
  error?: Error & { failureType?: string }
}

export default async function* report(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events)
    if (type === 'test:pass' || type === 'test:fail') yield `${JSON.stringify(ended(data, type === 'test:pass'))}\n`
}

function ended({ name, file = '', skip, details }: TestEvent['data'], passed: boolean): EndedTest {
  const where = { file: relative(process.cwd(), file), name }
  if (!passed) return { ...where, kind: 'failed', error: causeOf(details) }
  if (details.type === 'suite') return { ...where, kind: 'suite' }
  return { ...where, kind: skip === undefined ? 'passed' : 'skipped' }
}

/** Empty for a suite: the test in it that failed has said why. */
function causeOf({ error }: Details) {
  if (error?.failureType === 'subtestsFailed') return ''
  return inspect(error?.cause ?? error)
}
