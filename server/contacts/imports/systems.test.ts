import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { allContacts, anImport, runImport, runImportStep } from '../../test/imports.ts'
import { aSpace, aUser } from '../../test/people.ts'

const app = await startTestApp()
const anAdmin = async (locale = 'en') => aUser(app, await aSpace(app, 'Space', locale), { role: 'admin' })
const admin = await anAdmin()

/** The field that each column of a file is mapped to. */
async function understood(head: string): Promise<Record<string, string | null>> {
  const { columns, match } = await anImport(app, admin, `${head}\n`)
  return { match, ...Object.fromEntries(columns.map((column: any) => [column.header, column.field])) }
}

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
    test(`from ${program}`, async () => {
      const columns = text.split(/,\s*/).map(column => column.split('=') as [string, string])
      const expected = columns.map(([header, field]) => [header, field || null])
      const head = columns.map(([header]) => header).join()
      assert.deepEqual(await understood(head), { match: 'external_id', ...Object.fromEntries(expected) })
    })

  test('and a file of our own keeps our IDs', async () => {
    const { contact_id, match } = await understood('contact_id,firstname,mail')
    assert.deepEqual([contact_id, match], ['id', 'id'])
  })

  test('importing it twice duplicates no contact, and undoing it leaves nothing', async () => {
    const file =
      'nationbuilder_id,signup_type,first_name,last_name,email,tag_list\n7,0,Ann,Arbor,ann@example.org,"volunteer, vip"\n8,0,Ben,Nevis,,\n'
    const { id } = await anImport(app, admin, file)
    assert.deepEqual((await runImportStep(app, admin, id, 'run')).run.created, 2)
    const again = await anImport(app, admin, file)
    const { run } = await runImportStep(app, admin, again.id, 'run')
    assert.deepEqual([run.created, run.updated], [0, 0])
    await runImportStep(app, admin, id, 'undo')
    assert.equal((await app.as(admin).get('/contacts')).body.total, 0)
  })
})

describe('people of NationBuilder', () => {
  const nation = async (rows: string, settings: object = {}, locale = 'en') => {
    const admin = await anAdmin(locale)
    const head =
      'nationbuilder_id,signup_type,first_name,last_name,sex,born_at,email,is_deceased,do_not_contact,primary_city'
    const { run } = await runImport(app, admin, `${head}\n${rows}`, settings)
    return { admin, run, contacts: await allContacts(app, admin) }
  }
  const tagsOf = ({ tags }: any) => tags.map(({ name }: any) => name)

  test('have their date of birth with the month first', async () => {
    const { run, contacts } = await nation(
      '1,0,Ann,Arbor,F,03/04/1980,,,,\n2,0,Ben,Nevis,M,3/4/80,,,,\n3,0,Cal,Low,,12/31/99,,,,\n4,0,Dee,High,,02/29/00 00:00:00,,,,\n',
    )
    assert.equal(run.refused, 0)
    const seen = contacts.map(({ birthdate }) => birthdate.slice(0, 10))
    assert.deepEqual(seen, ['1980-03-04', '1980-03-04', '1999-12-31', '2000-02-29'])
  })

  test('with a year of two digits were born on the last such day that is past', async () => {
    const soon = new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const recently = new Date(Date.now() - 48 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const written = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(2, 4)}`
    const { run, contacts } = await nation(
      `1,0,Ann,Arbor,,${written(soon)},,,,\n2,0,Ben,Nevis,,${written(recently)},,,,\n`,
    )
    assert.equal(run.refused, 0)
    const century = String(Number(soon.slice(0, 4)) - 100)
    const seen = contacts.map(({ birthdate }) => birthdate.slice(0, 10))
    assert.deepEqual(seen, [`${century}${soon.slice(4)}`, recently])
  })

  test('are read with the day first if the settings say so, and a wrong order is named in the reason', async () => {
    const day_first = await nation('1,0,Ann,Arbor,,25/12/1980,,,,\n', { date_order: 'day_first' })
    assert.equal(day_first.contacts[0].birthdate.slice(0, 10), '1980-12-25')
    const { run } = await nation('1,0,Ann,Arbor,,25/12/1980,,,,\n')
    const seen = run.cell_reasons.map(({ code, params, reason }: any) => [code, params, /the month first/.test(reason)])
    assert.deepEqual(seen, [['month_not_first', { column: 'born_at' }, true]])
  })

  test('who died are not contacted, and a tag says why', async () => {
    const rows =
      '1,0,Ann,Arbor,,,ann@example.org,true,false,\n2,0,Ben,Nevis,,,ben@example.org,false,,\n3,0,Cal,Low,,,,,,\n'
    for (const [locale, tag] of [
      ['en', 'deceased'],
      ['fr', 'décédé'],
    ]) {
      const { admin, run, contacts } = await nation(rows, { empty_cells: 'clear' }, locale)
      assert.deepEqual([run.created, run.refused, run.warnings], [3, 0, []])
      assert.deepEqual(
        contacts.map(contact => [contact.black_list, tagsOf(contact)]),
        [
          [true, [tag]],
          [false, []],
          [false, []],
        ],
      )
      const head = 'nationbuilder_id,signup_type,is_deceased,do_not_contact\n'
      const again = await runImport(app, admin, `${head}1,0,yes,no\n2,0,no,no\n`)
      assert.deepEqual([again.run.updated, again.run.unchanged], [0, 2])
    }
  })

  test('who died are not contacted either if the caller may not write tags', async () => {
    const space = await aSpace(app)
    const caller = await aUser(app, space, { role: 'admin', scopes: ['contacts:read', 'contacts:write'] })
    const file = 'nationbuilder_id,signup_type,last_name,is_deceased\n1,0,Arbor,true\n2,1,Acme,false\n'
    const { run } = await runImport(app, caller, file)
    assert.deepEqual([run.created, run.refused], [2, 0])
    const admin = await aUser(app, space, { role: 'admin' })
    assert.deepEqual(
      (await allContacts(app, admin)).map(contact => [contact.black_list, tagsOf(contact)]),
      [
        [true, []],
        [false, []],
      ],
    )
  })

  test('that are organisations keep their name, without what only people have, and have a tag', async () => {
    const rows =
      '1,1,Jane,Acme Cooperative,F,05/01/1999,acme@example.org,,,Lyon\n2,0,Ann,Arbor,F,05/01/1999,,,,\n3,organization,,Baker Ltd,,,,,,\n'
    const { run, contacts } = await nation(rows)
    assert.deepEqual([run.created, run.refused], [3, 0])
    assert.deepEqual(
      contacts.map(contact => [
        [contact.firstname, contact.surname, contact.gender, contact.birthdate?.slice(0, 10) ?? null].join('|'),
        tagsOf(contact),
      ]),
      [
        ['|Acme Cooperative||', ['organisation']],
        ['Ann|Arbor|F|1999-05-01', []],
        ['|Baker Ltd||', ['organisation']],
      ],
    )
    const { run: odd } = await nation('4,planet,,Mars,,,,,,\n')
    assert.deepEqual([odd.created, odd.refused], [0, 1])
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
  const leftAlone = async (who: typeof admin) =>
    (await allContacts(app, who)).filter(contact => contact.black_list).map(({ mail }) => mail)

  for (const [name, file] of Object.entries(files))
    test(`${name}: are kept here too, and the other contacts may be written to`, async () => {
      for (const empty_cells of ['leave', 'clear']) {
        const admin = await anAdmin()
        const { run } = await runImport(app, admin, file, { empty_cells })
        assert.deepEqual([run.created, run.refused, run.warnings], [4, 0, []])
        assert.deepEqual(await leftAlone(admin), ['no@example.org', 'never@example.org'])
      }
    })

  for (const [name, file] of Object.entries(files))
    test(`${name}: do not lift an opt-out recorded here`, async () => {
      const admin = await anAdmin()
      await runImport(app, admin, 'external_id,mail,black list\n1,yes@example.org,yes\n')
      await runImport(app, admin, file)
      assert.deepEqual(await leftAlone(admin), ['yes@example.org', 'no@example.org', 'never@example.org'])
    })

  test('an unknown value is refused, not taken for a permission', async () => {
    const admin = await anAdmin()
    const file = 'uuid,email,can2_user_tags,can2_subscription_status\n1,a@example.org,,paused\n'
    const { run } = await runImport(app, admin, file)
    assert.deepEqual([run.created, run.refused], [0, 1])
  })

  test('an unmapped column that looks like an opt-out causes a warning, until it is mapped', async () => {
    const admin = await anAdmin()
    const headers = [
      ...['mobile_opt_in', 'Do Not Phone', 'unsubscribed_at', 'can2_sms_status'],
      ...['Ne souhaite plus de courrier', 'Consentement'],
    ]
    const file = `mail,${headers.join(',')},shoe_size,donor_note,options\na@example.org,,,,,,,44,x,y\n`
    const { id } = await anImport(app, admin, file)
    const { warnings } = (await runImportStep(app, admin, id, 'check')).check
    const seen = warnings.map(({ code, params }: any) => (code === 'opt_out_ignored' ? params.column : undefined))
    assert.deepEqual(seen, headers)
    const columns = headers.map((_, place) => ({ index: place + 1, field: 'black_list' }))
    const mended = await anImport(app, admin, file, { columns })
    assert.deepEqual((await runImportStep(app, admin, mended.id, 'check')).check.warnings, [])
  })
})
