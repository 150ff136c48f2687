import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import { patchesIn, readImportFile } from '../../test/import_rows.ts'
import { allContacts, anImport, runImport, runImportStep } from '../../test/imports.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'
import { splitStreet } from './street.ts'

const app = await startTestApp()
const namesOf = (tags: { name: string }[] = []) => tags.map(({ name }) => name)

const aPlace = async (locale = 'fr') => aUser(app, await aSpace(app, 'Space', locale), { role: 'admin' })

describe('a file from another program is mapped automatically', () => {
  // Columns with their fields; those of our own ids are never taken from another program.
  const programs: Record<string, string> = {
    NationBuilder: `nationbuilder_id=external_id,external_id=,signup_type=organisation,first_name=firstname,last_name=surname,email=mail,
      mobile_number=mobile,primary_address1=street,primary_zip=postal_code,primary_city=city,tag_list=tags,do_not_contact=black_list`,
    CiviCRM: `Contact ID=external_id,Contact Type=,External Identifier=,First Name=firstname,Last Name=surname,Birth Date=birthdate,
      Gender=gender,Email=mail,Street Address=street,Supplemental Address 1=addition,Postal Code=postal_code,Tag(s)=tags`,
    'Action Network': `uuid=external_id,first_name=firstname,last_name=surname,email=mail,zip_code=postal_code,can2_user_city=city,
      can2_state_abbreviated=state,can2_user_tags=tags`,
  }
  for (const [program, text] of Object.entries(programs))
    test(`from ${program}`, () => {
      const columns = text.split(/,\s*/).map(column => column.split('='))
      const { settings } = readImportFile(`${columns.map(([header]) => header).join()}\n`)
      assert.equal(settings.match, 'external_id')
      const seen = valuesOf(settings.columns, 'header', 'field')
      assert.deepEqual(
        seen,
        columns.map(([header, field]) => [header, field || null]),
      )
    })

  test('and a file of our own keeps our IDs', () => {
    const { match, columns } = readImportFile('contact_id,firstname,mail\n').settings
    assert.deepEqual([match, columns[0]?.field], ['id', 'id'])
  })

  test('importing it twice changes no contact, and undoing it leaves nothing', async () => {
    const admin = await aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })
    const file = `nationbuilder_id,signup_type,first_name,last_name,born_at,is_deceased,tag_list
7,0,Ann,Arbor,03/04/1980,,"volunteer, vip"
8,0,Ben,Nevis,,yes,
9,1,Jane,Acme,05/01/1999,,
`
    const { id, run } = await runImport(app, admin, file)
    assert.equal(run.created, 3)
    const [ann, ben, acme] = await allContacts(app, admin)
    assert.deepEqual([namesOf(ann.tags), ann.birthdate.slice(0, 10)], [['vip', 'volunteer'], '1980-03-04'])
    assert.deepEqual([ben.black_list, namesOf(ben.tags)], [true, ['décédé']])
    assert.deepEqual([acme.firstname, acme.birthdate, namesOf(acme.tags)], ['', null, ['organisation']])
    const again = (await runImport(app, admin, file)).run
    assert.deepEqual([again.created, again.updated, again.unchanged], [0, 0, 3])
    await runImportStep(app, admin, id, 'undo')
    assert.deepEqual(await allContacts(app, admin), [])
  })
})

describe('people of NationBuilder', () => {
  const head = 'nationbuilder_id,signup_type,first_name,last_name,sex,born_at,is_deceased\n'

  test('have their date of birth with the month first; with a year of two digits it is the last such day', () => {
    const dates = {
      ...{ '03/04/1980': '1980-03-04', '3/4/80': '1980-03-04', '12/31/99': '1999-12-31' },
      ...{ '02/29/00 00:00:00': '2000-02-29', '06/15/26': '2026-06-15', '06/16/26': '1926-06-16' },
    }
    for (const [written, birthdate] of Object.entries(dates))
      assert.equal(patchesIn(`${head}1,0,Ann,Arbor,F,${written},\n`)[0]?.birthdate, birthdate, written)
  })

  test('are read with the day first if the settings say so, and a wrong order is named in the reason', () => {
    const file = `${head}1,0,Ann,Arbor,,25/12/1980,\n`
    assert.equal(patchesIn(file, { settings: { date_order: 'day_first' } })[0]?.birthdate, '1980-12-25')
    const { code, params, sentence } = readImportFile(file).rows[0]!.cells[0]!.reason
    assert.deepEqual([code, params], ['month_not_first', { column: 'born_at' }])
    assert.match(sentence, /the month first/)
  })

  test('who died are not contacted, and a tag says why if the caller may write tags', () => {
    const file = `${head}1,0,Ann,Arbor,,,true\n2,0,Ben,Nevis,,,false\n3,0,Cal,Low,,,\n`
    for (const empty_cells of ['leave', 'clear'] as const)
      for (const [locale, sensitive, tags] of [
        ['en', true, ['deceased']],
        ['fr', true, ['décédé']],
        ['fr', false, []],
      ] as const) {
        const patches = patchesIn(file, { locale, sensitive, settings: { empty_cells } })
        assert.deepEqual(
          patches.map(({ black_list, tags }) => [black_list === true, namesOf(tags ?? [])]),
          [
            [true, tags],
            [false, []],
            [false, []],
          ],
        )
      }
  })

  test('that are organisations keep their name, without what only people have, and have a tag', () => {
    const file = `${head}1,1,Jane,Acme,F,05/01/1999,\n2,0,Ann,Arbor,F,05/01/1999,\n3,organization,,Baker,,,\n4,planet,,Mars,,,\n`
    const { rows } = readImportFile(file)
    const seen = rows.map(({ patch, reasons }) => [
      [patch.firstname, patch.surname, patch.gender, patch.birthdate, ...namesOf(patch.tags ?? [])].join('|'),
      valuesOf(reasons, 'code'),
    ])
    assert.deepEqual(seen, [
      ['|Acme|||organisation', []],
      ['Ann|Arbor|F|1999-05-01', []],
      ['|Baker|||organisation', []],
      ['|Mars||', ['not_yes_or_no']],
    ])
  })
})

describe('opt-outs recorded by another program', () => {
  const files = {
    NationBuilder: `nationbuilder_id,signup_type,email,email_opt_in,do_not_contact
1,0,yes@example.org,true,false
2,0,no@example.org,false,false
3,0,never@example.org,TRUE,true
4,0,unasked@example.org,,
`,
    CiviCRM: `Contact ID,Contact Type,Email,Do Not Email,No Bulk Emails (User Opt Out)
1,Individual,yes@example.org,No,No
2,Individual,no@example.org,Yes,No
3,Individual,never@example.org,0,1
4,Individual,unasked@example.org,,
`,
    'Action Network': `uuid,email,can2_user_tags,can2_subscription_status
1,yes@example.org,,subscribed
2,no@example.org,,unsubscribed
3,never@example.org,,spam complaint
4,unasked@example.org,,
`,
  }
  for (const [name, file] of Object.entries(files))
    test(`${name}: are kept here too, and no opt-out recorded here is lifted`, () => {
      const optedOut = (empty_cells: 'leave' | 'clear') =>
        readImportFile(file, { settings: { empty_cells } }).rows.map(({ patch, reasons, cells }) => {
          assert.deepEqual([reasons, cells], [[], []])
          return patch.black_list
        })
      assert.deepEqual(optedOut('leave'), [undefined, true, true, undefined])
      assert.deepEqual(optedOut('clear'), [null, true, true, null])
    })

  test('a value that is not known is refused, not taken for a permission', () => {
    const file = 'uuid,email,can2_user_tags,can2_subscription_status\n1,a@example.org,,paused\n'
    assert.deepEqual(valuesOf(readImportFile(file).rows[0]!.reasons, 'code'), ['not_yes_or_no'])
  })

  test('an unmapped column that looks like an opt-out causes a warning, until it is mapped', async () => {
    const admin = await aUser(app, await aSpace(app), { role: 'admin' })
    const headers = [
      ...['mobile_opt_in', 'Do Not Phone', 'unsubscribed_at', 'can2_sms_status'],
      ...['Ne souhaite plus de courrier', 'Consentement'],
    ]
    const file = `mail,${headers.join(',')},shoe_size,donor_note,options\na@example.org,,,,,,,44,x,y\n`
    const columns = headers.map((_, place) => ({ index: place + 1, field: 'black_list' }))
    for (const [settings, warned] of [
      [{}, headers],
      [{ columns }, []],
    ] as const) {
      const { id } = await anImport(app, admin, file, settings)
      const { warnings } = (await runImportStep(app, admin, id, 'check')).check
      assert.deepEqual(
        valuesOf(warnings, 'code', 'params'),
        warned.map(column => ['opt_out_ignored', { column }]),
      )
    }
  })
})

/** The recognised fields of the columns of a file, and how they were recognised. */
const recognised = (csv: string, locale = 'fr') =>
  valuesOf(readImportFile(csv, { locale }).settings.columns, 'field', 'recognised_by')
const fieldsIn = (csv: string, locale?: string) => recognised(csv, locale).map(([field]) => field)

const people = `Nom;Champ 1;Champ 2;Champ 3;Champ 4;Champ 5;Champ 6;Champ 7
A;a@example.org;06 12 34 56 78;01 42 68 53 00;12/03/1980;75005;F;France
B;b@example.org;+33 7 12 34 56 78;+33 1 42 68 53 01;01/02/1975;69003;M;Belgique
C;;0612345679;;31/12/1990;01000;Mme;FR
D;d@example.org;;0142685302;1965-05-09;13001;Homme;Suisse
`

describe('a column whose header says nothing', () => {
  test('is recognised by its values', () => {
    assert.deepEqual(recognised(people), [
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

  test('is imported by what was recognised, and matched by it; it is the user’s own once changed', async () => {
    const admin = await aPlace()
    const { match, run } = await runImport(app, admin, people)
    assert.deepEqual([match, run.created, run.cells_left_out], ['mail', 4, 0])
    const [{ mail, mobile_invalid, birthdate, gender, address }] = await allContacts(app, admin)
    const seen = [mail, mobile_invalid, birthdate.slice(0, 10), gender, address.postal_code]
    assert.deepEqual(seen, ['a@example.org', false, '1980-03-12', 'F', '75005'])
    const { columns } = await anImport(app, admin, people, { columns: [{ index: 1, field: 'external_id' }] })
    assert.deepEqual([columns[1].recognised_by, columns[2].recognised_by], [null, 'values'])
  })

  test('is recognised by the postal codes of the country', () => {
    assert.deepEqual(fieldsIn('Name,x\nA,SW1A 1AA\nB,M1 1AE\nC,EC1A 1BB\n', 'en'), ['surname', 'postal_code'])
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
  test('stays without a field where its values may mean something else', () => {
    for (const [what, csv] of undecided) assert.equal(fieldsIn(csv)[1], null, what)
  })

  test('does not take a field that another column has, and is not asked where the header is recognised', () => {
    assert.deepEqual(fieldsIn('nom,x,mail\nA,a@example.org,b@example.org\n'), ['surname', null, 'mail'])
    assert.deepEqual(fieldsIn('nom,mail,mail\nA,a@example.org,b@example.org\n'), ['surname', 'mail', null])
    assert.deepEqual(fieldsIn('nom,ville\nA,a@example.org\nB,b@example.org\n'), ['surname', 'city'])
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

  test('is stored in the fields of the contact, unless the settings or another column with the number say otherwise', () => {
    const addresses = (csv: string, settings: object = {}) => patchesIn(csv, { settings }).map(({ address }) => address)
    const file = 'nom,adresse\nA,12 bis rue des Lilas\nB,"Flat 2, 14 High Street"\nC,Le Bourg\n'
    assert.deepEqual(addresses(file), [
      { house_number: '12 bis', street: 'rue des Lilas' },
      { house_number: '14', street: 'High Street', door: 'Flat 2' },
      { street: 'Le Bourg' },
    ])
    const whole = { street: '12 bis rue des Lilas' }
    assert.deepEqual(addresses(file, { split_street: false })[0], whole)
    assert.deepEqual(addresses('nom,numero,adresse\nA,,12 bis rue des Lilas\n'), [whole])
  })

  test('is cleared with its number', async () => {
    const admin = await aPlace()
    await runImport(app, admin, 'mail,adresse\na@example.org,12 rue des Lilas\n')
    const [before] = await allContacts(app, admin)
    assert.deepEqual([before.address.house_number, before.address.street], ['12', 'rue des Lilas'])
    await runImport(app, admin, 'mail,adresse,nom\na@example.org,,A\n', { empty_cells: 'clear' })
    const [{ address }] = await allContacts(app, admin)
    assert.deepEqual([address.house_number, address.street], ['', ''])
  })
})
