import type { Dataset } from './dataset.ts'
import type { IdRange } from './driver.ts'
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
  const fresh = { key: { value: key, draw: ['\\set key random(1, 9000000000000000)'] } }
  const first = first_bundle + bundles / 2
  // Odd ids; the server uses even ids.
  const old = {
    value: String(first),
    draw: [`\\set bundle ${first} + 1 + 2 * random(0, ${Math.floor(bundles / 4) - 1})`],
  }
  const contact = (draw: string) => ({ value: String(first_contact), draw: [`\\set contact ${draw}`] })
  const of: Partial<Record<string, Variables>> = {
    [hottest.read]: { bundle: old },
    [hottest.contact]: {
      contact: {
        value: String(people.first + Math.floor(people.size / 2)),
        draw: [
          `\\set contact ${people.first + Math.floor(people.size / 2)} + random(0, ${Math.floor(people.size / 2) - 2})`,
        ],
      },
    },
    [hottest.create]: {
      ...fresh,
      bundle: { value: String(made), draw: ['\\set bundle :base * 1000000000 + :client_id * 10000000 + :n'] },
      contact: contact(`${first_contact} + random(0, ${contacts - 1})`),
    },
    [hottest.change]: {
      ...fresh,
      bundle: old,
      contact: {
        ...contact(`${first_contact} + (:bundle - ${first_bundle}) % ${contacts}`),
        value: String(first_contact + ((bundles / 2) % contacts)),
      },
      position: { value: '', draw: ['\\set position :base * 1000000 + :client_id * 50000 + :n'] },
    },
  }
  return of[operation] ?? (/^(GET|POST \/(search|kpi))/.test(operation) ? {} : fresh)
}

/** The same for the driver bench, for operations that read by id. */
export function idRangeOf(operation: string, { payments, people }: Dataset): IdRange | undefined {
  const halfOf = (first: number, size: number): IdRange => {
    const middle = first + Math.floor(size / 2)
    return { recorded: String(middle), first: middle, count: Math.floor(size / 2) - 2 }
  }
  if (operation === hottest.read) return halfOf(payments.first_bundle, payments.bundles)
  if (operation === hottest.contact) return halfOf(people.first, people.size)
  return undefined
}
