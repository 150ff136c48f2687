import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A checkout of the project to measure: its server, and its code that starts and fills it. */
export interface Checkout {
  folder: string
  process: typeof import('../server/test/process.ts')
  space: typeof import('./space.ts')
  fill_payments: typeof import('./fill_payments.ts')
  fill_contacts: typeof import('./fill_contacts.ts')
  fill_field: typeof import('./fill_field.ts')
  people: typeof import('../server/test/people.ts')
}

/** Loads the modules of the checkout in this folder. Its tables may differ from those of this one. */
export async function openCheckout(path: string): Promise<Checkout> {
  const folder = resolve(path)
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
  return {
    folder,
    process: await load('server/test/process.ts'),
    space: await load('bench/space.ts'),
    fill_payments: await load('bench/fill_payments.ts'),
    fill_contacts: await load('bench/fill_contacts.ts'),
    fill_field: await load('bench/fill_field.ts'),
    people: await load('server/test/people.ts'),
  }
}
