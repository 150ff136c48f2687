import { startTestApp, type TestApp, type TestOptions } from './harness.ts'

let app: Promise<TestApp> | undefined

/** An application that the tests of a process share, which runs no jobs, orders no events and sends no mail: only the tests do. */
export function startAppWithoutJobs() {
  app ??= startTestApp({ env: { JOBS: 'off' } })
  return app
}

/** Another application on the same database, with other settings. The mail that it sends is kept with that of the first. */
export const startBeside = (first: TestApp, env: Record<string, string>, options: TestOptions = {}) =>
  startTestApp({
    same_database_as: first,
    env: { JOBS: 'off', ...env },
    mailer: { send: async mail => void first.mails.push(mail), close: () => {} },
    ...options,
  })
