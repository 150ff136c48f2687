import type { Dataset } from './dataset.ts'
import { hottest } from './operations.ts'
import type { Variables } from './pgbench.ts'

/** The random values of an operation for pgbench, with the recorded values that they replace. */
export function variablesOf(
  operation: string,
  key: string,
  { payments, people }: Dataset,
  made: number | undefined,
): Variables {
  const { first_bundle, bundles, first_contact, contacts } = payments
  const random = (name: string, first: number, count: number) => ({
    value: String(first),
    draw: `\\set ${name} ${first} + random(0, ${count - 1})`,
  })
  const of: Partial<Record<string, Variables>> = {
    [hottest.read]: { bundle: random('bundle', first_bundle + bundles / 2, Math.floor(bundles / 2)) },
    [hottest.contact]: {
      contact: random('contact', people.first + Math.floor(people.size / 2), Math.floor(people.size / 2) - 1),
    },
    [hottest.create]: {
      key: { value: key, draw: '\\set key random(1, 9000000000000000)' },
      bundle: { value: String(made), draw: '\\set bundle :base * 1000000000 + :client_id * 10000000 + :n' },
      contact: random('contact', first_contact, contacts),
    },
  }
  return of[operation] ?? {}
}
