import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { aContact, aForm, answerTo } from '../server/test/contacts.ts'
import { aSpace, type Person } from '../server/test/people.ts'
import type { TestConsole } from './browser.ts'

// What the stories of contacts share.

/** Two colleagues with three contacts, and one who may not see tags and answers. */
export async function aContactList({ app, member }: TestConsole) {
  const space = await aSpace(app, 'Collectif')
  const [ines, omar] = [await member(space, { role: 'superadmin' }), await member(space, { role: 'superadmin' })]
  const mia = await member(space, { role: 'manager' })
  const letter = await aForm(app, ines, { label: 'May we write to you?', kind: 'consent' })
  for (const [firstname, city, tag] of [
    ['Ada', 'Lyon', 'press'],
    ['Bea', 'Lyon', 'elected'],
    ['Cleo', 'Nice', 'press'],
  ] as const)
    await aContact(app, ines, {
      firstname,
      surname: 'Stone',
      mail: `${firstname.toLowerCase()}@example.org`,
      mobile: firstname === 'Cleo' ? '06 39' : '',
      address: { house_number: '3', street: 'Quay Street', city },
      tags: [{ name: tag }],
      formdatas: firstname === 'Ada' ? [{ ...answerTo(letter), source: 'market' }] : [],
    })
  return { ines, omar, mia }
}

/** Contacts with and without a mobile and a landline number, one of them in another town. */
export async function fourNeighbours(app: TestConsole['app'], ines: Person) {
  for (const [firstname, city, mobile, phone] of [
    ['Ada', 'Lyon', '06 12 34 56 78', ''],
    ['Bea', 'Lyon', '', '04 72 00 00 01'],
    ['Cleo', 'Lyon', '', ''],
    ['Dora', 'Nice', '06 99 99 99 99', ''],
  ] as const)
    await aContact(app, ines, {
      ...{ firstname, surname: 'Stone', mobile, phone, address: { city } },
      tags: firstname === 'Bea' ? [{ name: 'press' }] : [],
    })
}

/** The list has exactly these contacts. */
export async function shows(page: Page, ...wanted: string[]) {
  for (const name of wanted) await page.getByRole('link', { name, exact: true }).waitFor()
  const count = wanted.length === 1 ? '1 contact' : `${wanted.length} contacts`
  await page.getByText(count, { exact: true }).first().waitFor()
  assert.deepEqual(await page.locator('tbody .open').allInnerTexts(), wanted)
}

/** A file with four cells to correct. */
export const scholars_file = {
  name: 'scholars.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Nom;Prénom;Champ 1;Naissance;Sexe;Adresse;Ne pas contacter
Curie;Marie;marie@example.org;07/11/1867;F;12 rue Cuvier;non
Noether;Emmy;emmy(at)example.org;23/03/1882;F;;non
Germain;Sophie;sophie@example.org;31/02/1776;?;;non
Lovelace;Ada;ada@example.org;10/12/1815;F;;perhaps
`),
}
