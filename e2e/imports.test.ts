import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../server/test/contacts.ts'
import { aSpace } from '../server/test/people.ts'
import { thorough } from '../server/test/runs.ts'
import { assertAccessible, assertAccessibleInTurn, openConsole, phone } from './browser.ts'
import { scholars_file } from './contact_steps.ts'

const { app, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const ines = await member(space, { role: 'superadmin' })
const work_ms = 90_000
const rows = thorough ? 10_000 : 2000
const wrong = rows / 1000
const refused = 2
const number = new Intl.NumberFormat('en')

/** As a French spreadsheet saves it: semicolons, in Windows-1252. */
function aFile(rows: number) {
  const lines = Array.from({ length: rows }, (_, n) => {
    const mail = n % 1000 === 7 ? 'no-address' : `person${n}@example.org`
    const extra = n < refused ? ';too;much' : ''
    return `Élodie;Hélène${n};${mail};${n % 2 ? 'Dame' : 'F'};Nîmes${extra}`
  })
  const text = ['Prénom;Nom;Courriel;Sexe;Ville', ...lines].join('\r\n')
  return { name: 'spring.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') }
}

const people = async () =>
  (await app.as(ines).post('/kpi', { advanced_search: { query: { $all: [] } } })).body.data.total as number

test(`a file of ${rows} contacts is imported in four steps, and the import is undone`, async () => {
  await aContact(app, ines, { surname: 'Here', mail: 'person3@example.org', address: { city: 'Lyon' } })
  const page = await enter(ines, '/console/contacts')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Import contacts' }).click()
  await page.getByText('No imports yet').waitFor()
  await page.locator('input[type=file]').setInputFiles(aFile(rows))

  await page.getByText('spring.csv').waitFor()
  await page.getByRole('cell', { name: 'Élodie', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Map values' }).click()
  await page.getByRole('combobox', { name: '“Dame” means' }).click()
  await page.getByRole('option', { name: 'Woman' }).click()
  await page.getByRole('button', { name: 'Check', exact: true }).click()

  await page.getByText(`${number.format(rows - refused - 1)} contacts will be added`).waitFor({ timeout: work_ms })
  await page.getByText('1 contact will be updated').waitFor()
  await page.getByText(`${refused} rows have errors and will not be imported`).waitFor()
  await page.getByRole('cell', { name: 'More cells than columns' }).waitFor()
  await page.getByText(`${wrong} cells left`).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the rows with errors (CSV)' }).click(),
  ])
  const pieces: Buffer[] = []
  for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer)
  assert.equal(Buffer.concat(pieces).toString('utf8').trim().split('\n').length, refused + 1)
  assert.equal(await people(), 1, 'a check changes nothing')

  const start = `Import ${number.format(rows - refused)} rows, leave ${wrong} cells empty`
  await page.getByRole('button', { name: start }).click()
  // A user who leaves and returns finds it at the same step.
  const address = page.url()
  await page.goto('/console/teams')
  await page.goto(address)
  await page.getByText('The import is done.').waitFor({ timeout: work_ms })
  await page.getByText(`${number.format(rows - refused - 1)} contacts were added`).waitFor()
  await page.getByText(`${wrong} cells were left empty`).waitFor()
  await assertAccessibleInTurn(page, 'an import that is done')
  assert.equal(await people(), rows - refused)

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await assertAccessibleInTurn(page, 'the question before undoing')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await page.getByText('The import is undone.').waitFor({ timeout: work_ms })
  assert.equal(await people(), 1)
  await page.getByRole('link', { name: 'Import another file' }).click()
  await page.getByRole('row', { name: /spring\.csv.*Undone/ }).waitFor()
  await assertAccessible(page, 'the imports of the past')
})

test('cells are corrected on a telephone, in French', async () => {
  const space = await aSpace(app, 'Savantes', 'fr')
  const lise = await member(space, { role: 'superadmin' })
  const page = await enter(lise, '/console/contacts/import', { viewport: phone, locale: 'fr' })
  const mails = { name: 'mails.csv', mimeType: 'text/csv', buffer: Buffer.from('E-mail\nada@example.org\n') }
  await page.locator('input[type=file]').setInputFiles(mails)
  await page.getByText('les nouveaux contacts n’auront pas de nom').waitFor()
  await page.goto('/console/contacts/import')
  await page.locator('input[type=file]').setInputFiles(scholars_file)
  await page.getByText('Reconnue à ses valeurs').waitFor()
  await page.getByRole('button', { name: 'Vérifier', exact: true }).click()
  await page.getByRole('heading', { name: '4 cases à corriger' }).waitFor({ timeout: work_ms })
  await page.getByText('Ligne 3 · Emmy Noether · Champ 1').waitFor()
  await page.getByText('Adresse e-mail non valide').waitFor()
  await assertAccessible(page, 'the cells to correct on a telephone')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.equal(wide, false, 'nothing is wider than the screen')
  const mail = page.getByRole('textbox', { name: 'Ligne 3, Emmy Noether, Champ 1' })
  await mail.fill('')
  await mail.press('Enter')
  await page.getByText('Encore 3 cases').waitFor()
  await page.getByRole('button', { name: 'Importer 3 lignes, laisser 2 cases vides' }).click()
  await page.getByText('L’import est terminé.').waitFor({ timeout: work_ms })
  await page.getByText('2 cases sont restées vides').waitFor()
  await assertAccessible(page, 'the cells that stayed empty')
})

test('a file that is no table of contacts is reported before anything is uploaded', async () => {
  const page = await enter(ines, '/console/contacts/import')
  const file = { name: 'people.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('This is not a CSV file.').waitFor()
  await assertAccessible(page, 'a file that is none of ours')
})
