import fc from 'fast-check'

// The same examples for everybody, each time: what fails, fails again. A test that names its own seed keeps it.
fc.configureGlobal({ seed: 20261115 })
