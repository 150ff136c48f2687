import { after } from 'node:test'
import fc from 'fast-check'
import './assertions.ts'
import { waitLonger } from './connecting.ts'

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
