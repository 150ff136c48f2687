import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { after, beforeEach, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import './assertions.ts'
import { waitLonger } from './connecting.ts'
import './password_hashes.ts'

// The same examples in every run, so that a failure can be repeated. A test may name another seed.
fc.configureGlobal({ seed: 20261115 })

waitLonger()

const left_open_ms_max = 60_000

// A test that fails may leave a session or a server open, which would keep the process running for ever.
after(() => {
  const end = () => {
    console.error(`✖ still open after all tests: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }
  setTimeout(end, left_open_ms_max).unref()
})

let current = ''

/** Tells test.ts which file the processor time of this process is for. */
function nowRuns(file: string) {
  if (file === current) return
  current = file
  process.send?.({ file })
}

if (process.send) {
  registerHooks({
    load(url, context, next) {
      if (url.endsWith('.test.ts')) nowRuns(relative(process.cwd(), fileURLToPath(url)))
      return next(url, context)
    },
  })
  beforeEach(test => {
    const { filePath } = test as TestContext
    if (filePath) nowRuns(relative(process.cwd(), filePath))
  })
}
