import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../../server/test/contacts.ts'
import { anAction } from '../../server/test/field.ts'
import { allContacts } from '../../server/test/imports.ts'
import { aSpace } from '../../server/test/people.ts'
import { assertAccessible, assertAccessibleInTurn, desktop, openConsole, phone, signIn } from '../browser.ts'
import { aContactList, fourNeighbours, scholars_file, shows } from '../contact_steps.ts'
import { placedDoors } from '../field_steps.ts'
import { edit } from '../inline_fields.ts'

const world = await openConsole()
const { app, enter, member, visit } = world
const { ines, omar } = await aContactList(world)

test('a contact is created by keyboard, edited in place and tagged, shown in the timeline, and changed back', async () => {
  const page = await enter(ines, '/console/contacts')
  await page.getByRole('button', { name: 'New contact' }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('First name').fill('ada')
  await drawer.getByLabel('Surname').fill('STONE')
  await page.keyboard.press('Enter')
  // Somebody of that name exists: the form waits for an answer, and keeps what was typed.
  const question = page.getByRole('dialog', { name: 'Ada Stone exists: the same person?' })
  await question.waitFor()
  await assertAccessible(page, 'the question whether a contact exists')
  await question.getByRole('button', { name: 'Go back' }).click()
  await drawer.getByLabel('Surname').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Same person: Ada Stone' }).click()
  await page.getByText('Ada Stone was there already. Nothing was added.').waitFor()
  await drawer.getByRole('heading', { name: 'Ada Stone' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New contact' }).click()
  await drawer.getByLabel('First name').fill('Dora')
  await drawer.getByLabel('Surname').fill('Field')
  await page.keyboard.press('Enter')
  await drawer.getByRole('heading', { name: 'Dora Field' }).waitFor()

  await drawer.getByRole('tab', { name: 'Details' }).click()
  await edit(drawer, 'City', 'Brest')
  await page.getByText('The contact is saved.').waitFor()
  await drawer.getByRole('button', { name: 'City: Brest' }).waitFor()
  // Undo is offered for a few seconds only: nothing slow before it.
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'City: Add' }).waitFor()
  await assertAccessible(page, 'a contact that was changed')
  await drawer.getByRole('tab', { name: 'Around' }).click()
  await drawer.locator('[data-tags]').fill('elected')
  await page.getByRole('option', { name: 'elected', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await drawer.getByText('elected', { exact: true }).first().waitFor()
  await drawer.getByRole('tab', { name: 'Story' }).click()
  await drawer.getByText('Details changed').first().waitFor()

  await drawer.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete the contact' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Dora Field is deleted.').waitFor()
  await shows(page, 'Ada Stone', 'Bea Stone', 'Cleo Stone')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('table').getByText('Dora Field').waitFor()

  const dora = (await allContacts(app, ines)).find(({ firstname }) => firstname === 'Dora')
  assert.equal((await app.as(ines).delete(`/contacts/${dora?.id}`)).status, 200)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Deleted contacts' }).click()
  await page.getByRole('heading', { name: 'Deleted contacts' }).waitFor()
  await page.getByRole('row', { name: 'Dora Field' }).waitFor()
  await assertAccessible(page, 'deleted contacts')
  await page.getByRole('button', { name: 'Restore Dora Field' }).click()
  await page.getByText('No deleted contact').waitFor()
  assert.equal((await app.as(ines).get(`/contacts/${dora?.id}`)).status, 200)
})

test('a view of contacts is saved, shared, changed and found by a colleague', async () => {
  const page = await enter(ines, '/console/contacts?where=[{"attr":"tags","ope":"any_of","value":["press"]}]')
  await shows(page, 'Ada Stone', 'Cleo Stone')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
  await page.getByLabel('Name of the view').fill('Journalists')
  await page.getByLabel('Shared with everyone in the space').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('tab', { name: 'Journalists' }).waitFor()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'Modified: save view' }).waitFor()

  const colleague = await enter(omar, '/console/contacts')
  await colleague.getByRole('tab', { name: 'Journalists' }).click()
  await shows(colleague, 'Ada Stone', 'Cleo Stone')
})

test('a filter with groups is edited on a telephone, in French', async () => {
  const ines = await member(await aSpace(app, 'Collectif', 'fr'), { role: 'superadmin' })
  await fourNeighbours(app, ines)
  const { page } = await visit({ viewport: phone, locale: 'fr-FR' })
  const where = [
    { attr: 'city', ope: 'eql', value: 'Lyon' },
    {
      any: [
        { attr: 'mobile', ope: 'ext' },
        { attr: 'phone', ope: 'ext' },
      ],
    },
    // Other programs save operators that the console does not offer.
    { attr: 'mail', ope: 'not_contains', value: 'example.net' },
  ]
  await signIn(page, ines, `/console/contacts?where=${encodeURIComponent(JSON.stringify(where))}`)
  await page
    .getByText(
      'Filtre : Habite à Lyon et (a un mobile ou a un téléphone fixe) et e-mail ne contient pas « example.net »',
    )
    .waitFor()
  await page.getByRole('button', { name: 'Non : E-mail contient « example.net »' }).first().waitFor()
  await page.getByRole('button', { name: 'A un mobile ou a un téléphone fixe', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtrer les contacts' })
  await dialog.getByText('2 contacts', { exact: true }).waitFor()
  await assertAccessible(page, 'the dialog on a telephone')
  await dialog.getByRole('button', { name: 'Sauf : Habite à Lyon' }).click()
  await dialog.getByText('N’habite pas à Lyon et (a un mobile ou a un téléphone fixe)').waitFor()
  await dialog.getByText('1 contact', { exact: true }).waitFor()
})

test('wrong cells are corrected in place, and the import starts whenever the user wants', async () => {
  const space = await aSpace(app, 'Savantes')
  const lise = await member(space, { role: 'superadmin' })
  const page = await enter(lise, '/console/contacts/import')
  await page.locator('input[type=file]').setInputFiles(scholars_file)
  await page.getByText('Recognised by its values').waitFor()
  await page.getByText('Proposed from the columns above').waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Match existing contacts by' }).inputValue(), 'email address')
  await page.getByRole('switch', { name: 'Store house numbers separately' }).waitFor()
  await assertAccessibleInTurn(page, 'the columns of a file')
  await page.getByRole('button', { name: 'Check', exact: true }).click()

  await page.getByRole('heading', { name: '4 cells to correct' }).waitFor()
  await page.getByText('The row is not imported until this is corrected.').waitFor()
  await page.getByRole('button', { name: 'Import 3 rows, leave 3 cells empty' }).waitFor()
  await assertAccessibleInTurn(page, 'the cells to correct')
  const mail = page.getByRole('textbox', { name: 'Row 3, Emmy Noether, Champ 1' })
  const born = page.getByRole('textbox', { name: 'Row 4, Sophie Germain, Naissance' })
  await mail.fill('emmy@example.org')
  await mail.press('Enter')
  await page.getByText('3 cells left').waitFor()
  assert.equal(await born.evaluate(input => input === document.activeElement), true, 'Enter moves to the next cell')
  await born.fill('30/02/1776')
  await born.press('Tab')
  await page.getByText('Not a date. Write it as 31/12/1980 or 1980-12-31').waitFor()
  await born.fill('01/04/1776')
  await born.press('Tab')
  await page.getByText('2 cells left').waitFor()
  await page.getByRole('textbox', { name: 'Row 5, Ada Lovelace, Ne pas contacter' }).fill('oui')
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('1 cell left').waitFor()
  await page.getByText('4 contacts will be added').waitFor()

  // A correction that is being written counts, even if the user starts the import from the cell.
  await page.getByRole('textbox', { name: 'Row 4, Sophie Germain, Sexe' }).fill('F')
  await page.getByRole('button', { name: /^Import 4 rows/ }).click()
  await page.getByText('The import is done.').waitFor()
  const [stored] = await app.owner`
    select array_agg(concat_ws(' ', firstname, mail, gender, birthdate::date, house_number, street, black_list) order by id) as all
    from contacts where group_id = ${space}`
  assert.deepEqual(stored?.all, [
    'Marie marie@example.org F 1867-11-07 12 rue Cuvier f',
    'Emmy emmy@example.org F 1882-03-23   f',
    'Sophie sophie@example.org F 1776-04-01   f',
    'Ada ada@example.org F 1815-12-10   t',
  ])
  await page.getByRole('link', { name: 'See the contacts, last changed first' }).click()
  await page.getByRole('row', { name: 'Emmy' }).waitFor()
  assert.match(page.url(), /sort=-updated_at/)
})

test('an action is planned, gets its doors from contacts, and appears in the field app of its members', async () => {
  const space = await aSpace(app, 'Collectif')
  const planner = await member(space, { role: 'manager' })
  const walker = await member(space, { firstname: 'Wanda', surname: 'Walker' })
  for (const housenumber of [2, 4, 6])
    await aContact(app, planner, {
      surname: `Neighbour ${housenumber}`,
      address: { housenumber: String(housenumber), street: 'Quai du Port', postalcode: '13002', city: 'Marseille' },
    })
  const page = await enter(planner, '/console/actions')
  await page.getByText('No current actions').waitFor()
  await assertAccessible(page, 'no actions')
  await page.keyboard.press('c')
  await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Round of the port')
  await form.getByLabel('Goal').fill('30')
  await form.getByRole('combobox', { name: 'People' }).click()
  await page.getByRole('option', { name: 'Wanda Walker' }).click()
  await form.getByLabel('Goal').click()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Round of the port' }).waitFor()
  await page.getByText('No doors yet').waitFor()

  await page.getByRole('button', { name: 'Add from contacts' }).click()
  await page.getByRole('combobox', { name: 'Places' }).fill('Quai du Port')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add doors' }).click()
  await page.getByText('3 doors were added.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('3 doors', { exact: true }).waitFor()

  const outside = await enter(walker, '/console/field', { viewport: phone })
  await outside.getByRole('link', { name: 'Round of the port' }).click()
  await outside.getByText('0 of 3 doors').waitFor()
  await outside.getByRole('button', { name: /^4/ }).click()
  await outside.getByRole('button', { name: 'Talked at 4', exact: true }).click()
  await outside.getByRole('dialog').getByText('Neighbour 4').waitFor()
})

test('an area is drawn with the mouse, by keyboard alone, and by entering its corners; and is undone', async () => {
  const planner = await member(await aSpace(app, 'Collectif'), { role: 'manager' })
  const { id } = await anAction(app, planner, { name: 'New quarter', Addresses: placedDoors('Rue Haute', 3, 4.83) })
  const polygon = async () => (await app.as(planner).get(`/actions/${id}`)).body.data.Action.polygon
  const page = await enter(planner, `/console/actions/${id}?tab=map`)
  const map = page.getByRole('region', { name: 'Map' })
  await map.waitFor()
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    const before = await map.boundingBox()
    await page.getByRole('button', { name: 'Draw the area' }).click()
    await map.and(page.locator(':focus')).waitFor()
    assert.deepEqual(await map.boundingBox(), before, 'the map stays where it is')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Draw the area' }).and(page.locator(':focus')).waitFor()
  }
  await page.keyboard.press('Enter')
  for (const [x, y] of [
    [500, 200],
    [700, 200],
    [700, 350],
  ] as const)
    await map.click({ position: { x, y } })
  await page.getByText('3 corners').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('2 corners').waitFor()
  await page.getByRole('button', { name: 'Save the area' }).click()
  await page.getByRole('alert').getByText('An area needs at least three corners.').waitFor()
  await page.keyboard.press('Control+Shift+z')
  await page.getByText('3 corners').waitFor()
  await page.getByRole('button', { name: 'Corner 1' }).click()
  await page.getByText('1 area').waitFor()
  await assertAccessible(page, 'drawing')
  await page.getByRole('button', { name: 'Save the area' }).click()
  await page.getByText('The area is saved.').waitFor()
  const drawn = JSON.parse(await polygon())
  assert.deepEqual([drawn.type, drawn.coordinates[0].length], ['Polygon', 4])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  assert.equal(await polygon(), '')

  await page.getByRole('button', { name: 'Draw the area' }).click()
  await map.focus()
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    await page.keyboard.press('Space')
    await page.keyboard.press(key)
  }
  await page.getByText('3 corners').waitFor()
  await page.getByRole('tab', { name: 'Doors' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByText('3 corners').waitFor()
  await map.focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 area').waitFor()
  await page.getByRole('button', { name: 'Save the area' }).press('Enter')
  await page.getByText('The area is saved.').first().waitFor()
  assert.equal(JSON.parse(await polygon()).coordinates[0].length, 4)

  await page.getByRole('button', { name: 'Change the area' }).click()
  await page.getByRole('button', { name: 'Enter coordinates' }).click()
  await page.getByLabel('Corners', { exact: true }).fill('45.76, 4.82\nby the church')
  await page.getByRole('button', { name: 'Show on the map' }).click()
  await page.getByText('Line 2 is not a corner').waitFor()
  await page.getByLabel('Corners', { exact: true }).fill('45.76, 4.82\n45,77 4,82\n45.77, 4.84')
  await page.getByRole('button', { name: 'Show on the map' }).click()
  await page.getByRole('button', { name: 'Save the area' }).click()
  await page.getByRole('button', { name: 'Change the area' }).waitFor()
  const [written] = JSON.parse(await polygon()).coordinates
  assert.deepEqual(written, [
    [4.82, 45.76],
    [4.82, 45.77],
    [4.84, 45.77],
    [4.82, 45.76],
  ])
})
