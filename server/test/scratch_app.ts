import { startTestApp, type TestApp } from './harness.ts'

let scratch: Promise<TestApp> | undefined

/**
 * An application on a database of its own, for tests that add tables to it, end its sessions, limit its connections or read all of its rows.
 * The test files of a process share it, so each undoes what would hinder the others before it ends.
 */
export function aScratchApp(): Promise<TestApp> {
  scratch ??= startTestApp({ own: true })
  return scratch
}
