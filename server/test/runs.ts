import { test } from 'node:test'

/** Whether `npm run torture` runs the tests: then everything is tried, and not a sample. */
export const thorough = process.env['TORTURE'] === 'on'

/** How many examples a property test tries: a tenth of them in `npm test`, all of them in `npm run torture`. */
export const runs = (all: number) => (thorough ? all : Math.max(3, Math.ceil(all / 10)))

/** A test that takes long, beside a quicker one of the same kind: it runs in `npm run torture`, and is counted as skipped in `npm test`. */
export const longTest: typeof test.skip = thorough ? test : test.skip
