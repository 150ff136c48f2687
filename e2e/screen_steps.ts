import type { Page } from 'playwright-core'

export interface Screen {
  /** An address of the console; without one, the step continues on the screen before it. */
  path?: string
  open?: (page: Page) => Promise<unknown>
  shows: string | RegExp
  /** The source of the drawer, dialog or menu that is open. */
  source?: string
}

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
export const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name }).click()
export const inOrder =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }
export const selectAll = (page: Page) => page.getByLabel('Select all rows').check()
/** Two rows with wrong cells, and two that are refused. */
export const import_file = {
  name: 'spring.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Prénom;Nom;Courriel;Sexe
Zoé;Flint;zoe@example.org;Dame
Léo;Grit;no-address;M
Ana;Slate;ana@example.org;F;too;much
Ivo;Chalk;ivo@example.org;M;too;much
`),
}
/** The filter of a list of contacts with a group and a negation, for its address. */
const filter_groups = encodeURIComponent(
  JSON.stringify([
    { attr: 'city', ope: 'eql', value: 'Lyon' },
    {
      any: [
        { attr: 'mobile', ope: 'ext' },
        { attr: 'phone', ope: 'ext' },
      ],
    },
    { not: { attr: 'membership', ope: 'any_of', value: ['member'] } },
  ]),
)

export const filter_screens: Screen[] = [
  { path: '/contacts', open: button('Filter'), shows: 'Apply', source: 'contacts/search/FilterBar.tsx' },
  { open: button('Combine conditions'), shows: 'Show contacts', source: 'contacts/search/FilterBuilder.tsx' },
  {
    path: `/contacts?where=${filter_groups}`,
    shows: /Lives in Lyon and \(has a mobile number or has a landline number\)/,
  },
]
