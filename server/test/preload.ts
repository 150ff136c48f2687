import fc from 'fast-check'
import './assertions.ts'

// The same examples in every run, so that a failure can be repeated. A test may name another seed.
fc.configureGlobal({ seed: 20261115 })
