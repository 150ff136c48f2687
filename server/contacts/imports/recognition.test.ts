import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import { allContacts, anImport, runImport, upload } from '../../test/imports.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'
import { splitStreet } from './street.ts'

const app = await startTestApp()
const aPlace = async (locale = 'fr') => aUser(app, await aSpace(app, 'Space', locale), { role: 'admin' })

/** The recognised fields of the columns of a file, and how they were recognised. */
async function recognised(csv: string, locale?: string) {
  const { body } = await upload(app, await aPlace(locale), csv)
  return valuesOf(body.data.columns, 'field', 'recognised_by')
}
const fieldsIn = async (csv: string, locale?: string) =>
  (await recognised(csv, locale)).map(([field]: [string | null]) => field)

const people = `Nom;Champ 1;Champ 2;Champ 3;Champ 4;Champ 5;Champ 6;Champ 7
A;a@example.org;06 12 34 56 78;01 42 68 53 00;12/03/1980;75005;F;France
B;b@example.org;+33 7 12 34 56 78;+33 1 42 68 53 01;01/02/1975;69003;M;Belgique
C;;0612345679;;31/12/1990;01000;Mme;FR
D;d@example.org;;0142685302;1965-05-09;13001;Homme;Suisse
`

describe('a column whose header says nothing', () => {
  test('is recognised by its values', async () => {
    assert.deepEqual(await recognised(people), [
      ['surname', 'header'],
      ['mail', 'values'],
      ['mobile', 'values'],
      ['phone', 'values'],
      ['birthdate', 'values'],
      ['postal_code', 'values'],
      ['gender', 'values'],
      ['country', 'values'],
    ])
  })

  test('is imported by what was recognised, and matched by it', async () => {
    const admin = await aPlace()
    const { match, run } = await runImport(app, admin, people)
    assert.deepEqual([match, run.created, run.cells_left_out], ['mail', 4, 0])
    const [{ mail, mobile_invalid, birthdate, gender, address }] = await allContacts(app, admin)
    const seen = [mail, mobile_invalid, birthdate.slice(0, 10), gender, address.postal_code]
    assert.deepEqual(seen, ['a@example.org', false, '1980-03-12', 'F', '75005'])
  })

  test('is recognised by the postal codes of the country', async () => {
    assert.deepEqual(await fieldsIn('Name,x\nA,SW1A 1AA\nB,M1 1AE\nC,EC1A 1BB\n', 'en'), ['surname', 'postal_code'])
  })

  const undecided: [string, string][] = [
    ['two values of each kind', 'nom,x\nA,a@example.org\nB,12\nC,13\n'],
    ['recent dates, such as those of joining', 'nom,x\nA,12/03/2024\nB,01/02/2025\nC,03/02/2026\n'],
    ['dates under another name', 'nom,Adhésion\nA,12/03/1980\nB,01/02/1975\nC,31/12/1990\n'],
    ['numbers that count up', 'nom,x\nA,10001\nB,10002\nC,10003\nD,10004\n'],
    ['numbers under another name', 'nom,Badge\nA,75005\nB,69003\nC,01000\n'],
    ['crosses', 'nom,x\nA,x\nB,x\nC,x\n'],
    ['yes and no, which do not say to what', 'nom,x\nA,oui\nB,non\nC,oui\n'],
    ['addresses of another person', 'nom,Mail du parrain\nA,a@example.org\nB,b@example.org\n'],
    ['words', 'nom,x\nA,red\nB,green\nC,blue\n'],
  ]
  test('stays without a field where its values may mean something else', async () => {
    const admin = await aPlace()
    for (const [what, csv] of undecided) assert.equal((await anImport(app, admin, csv)).columns[1].field, null, what)
  })

  test('does not take a field that another column has', async () => {
    assert.deepEqual(await fieldsIn('nom,x,mail\nA,a@example.org,b@example.org\n'), ['surname', null, 'mail'])
    assert.deepEqual(await fieldsIn('nom,mail,mail\nA,a@example.org,b@example.org\n'), ['surname', 'mail', null])
  })

  test('is not asked where the header is recognised', async () => {
    assert.deepEqual(await recognised('nom,ville\nA,a@example.org\nB,b@example.org\n'), [
      ['surname', 'header'],
      ['city', 'header'],
    ])
  })

  test('is the user’s own once changed', async () => {
    const { columns } = await anImport(app, await aPlace(), people, { columns: [{ index: 1, field: 'external_id' }] })
    assert.deepEqual([columns[1].recognised_by, columns[2].recognised_by], [null, 'values'])
  })
})

describe('the rule that matches contacts', () => {
  test('follows the columns until it is chosen', async () => {
    const admin = await aPlace()
    const { id, match } = await anImport(app, admin, 'nom,prenom,x,y,z\nA,B,1,2,3\n')
    assert.equal(match, 'nothing')
    const change = async (settings: object) =>
      (await app.as(admin).patch(`/v1/imports/${id}`, settings)).body.data?.match as string | undefined
    assert.equal(await change({ columns: [{ index: 2, field: 'birthdate' }] }), 'name_and_birthdate')
    assert.equal(await change({ columns: [{ index: 3, field: 'mail' }] }), 'mail')
    assert.equal(await change({ columns: [{ index: 4, field: 'external_id' }] }), 'external_id')
    assert.equal(await change({ columns: [{ index: 4, field: null }] }), 'mail')
    assert.equal(await change({ match: 'name_and_birthdate' }), 'name_and_birthdate')
    assert.equal(await change({ columns: [{ index: 4, field: 'external_id' }] }), 'name_and_birthdate')
    const lost = await app.as(admin).patch(`/v1/imports/${id}`, { columns: [{ index: 2, field: null }] })
    assert.equal(lost.status, 422, 'a chosen rule does not change by itself')
  })
})

describe('a street with its number', () => {
  test('is parted', () => {
    for (const [text, house_number, street, door] of [
      ['12 rue des Lilas', '12', 'rue des Lilas'],
      ['12 bis rue des Lilas', '12 bis', 'rue des Lilas'],
      ['12bis, rue des Lilas', '12bis', 'rue des Lilas'],
      ['12, rue des Lilas', '12', 'rue des Lilas'],
      ['12 B rue des Lilas', '12 B', 'rue des Lilas'],
      ['3-5 avenue Foch', '3-5', 'avenue Foch'],
      ['14a High Street', '14a', 'High Street'],
      ['Flat 2, 14 High Street', '14', 'High Street', 'Flat 2'],
      ['Apt 3B, 7 Main Street', '7', 'Main Street', 'Apt 3B'],
      ['Hauptstraße 5a', '5a', 'Hauptstraße'],
      ['Hauptstr. 5', '5', 'Hauptstr.'],
      ['Alter Markweg 12-14', '12-14', 'Alter Markweg'],
      ['Calle Mayor, 12', '12', 'Calle Mayor'],
      ['Via Roma 3/b', '3/b', 'Via Roma'],
      ['Keizersgracht 123', '123', 'Keizersgracht'],
      ['4 rue du 8 mai 1945', '4', 'rue du 8 mai 1945'],
    ] as const)
      assert.deepEqual(splitStreet(text, true), { house_number, street, ...(door && { door }) })
  })

  test('stays whole where the number may be part of the name', () => {
    for (const text of [
      ...['rue des Lilas', 'Route nationale 7', 'rue du 8 mai 1945', '8 mai 1945', '2nd Avenue', '1er étage'],
      ...['BP 123', 'Lot 4', '12', 'Flat 2, High Street', '12 rue des Lilas\n75005 Paris'],
    ])
      assert.deepEqual(splitStreet(text, true), { street: text })
  })

  test('loses no letter and no digit', () => {
    const bare = (text: string) => [...text.replace(/[\s,]/g, '')].sort().join('')
    const words = ['12', 'bis', 'rue', 'des', 'Lilas', 'Flat 2,', 'straße', ',', '5a', 'Calle', '3-5', 'é']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 6 }), fc.boolean(), (words, takes_door) => {
        const text = words.join(' ').trim()
        const { street, house_number = '', door = '' } = splitStreet(text, takes_door)
        assert.equal(bare(street + house_number + door), bare(text))
      }),
    )
  })

  const file = 'nom,adresse\nA,12 bis rue des Lilas\nB,"Flat 2, 14 High Street"\nC,Le Bourg\n'
  const addresses = async (csv: string, settings: object = {}) => {
    const admin = await aPlace()
    await runImport(app, admin, csv, settings)
    return (await allContacts(app, admin)).map(({ address }) => [address.house_number, address.street, address.door])
  }

  test('is stored in the fields of the contact', async () => {
    assert.deepEqual(await addresses(file), [
      ['12 bis', 'rue des Lilas', ''],
      ['14', 'High Street', 'Flat 2'],
      ['', 'Le Bourg', ''],
    ])
  })

  test('stays whole if the settings say so, or if another column has the number', async () => {
    const whole = ['', '12 bis rue des Lilas', '']
    assert.deepEqual((await addresses(file, { split_street: false }))[0], whole)
    assert.deepEqual(await addresses('nom,numero,adresse\nA,,12 bis rue des Lilas\n'), [whole])
  })

  test('is cleared with its number', async () => {
    const admin = await aPlace()
    await runImport(app, admin, 'mail,adresse\na@example.org,12 rue des Lilas\n')
    await runImport(app, admin, 'mail,adresse,nom\na@example.org,,A\n', { empty_cells: 'clear' })
    const [{ address }] = await allContacts(app, admin)
    assert.deepEqual([address.house_number, address.street], ['', ''])
  })
})
