import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anImport, work } from '../../test/imports.ts'
import { aCast, aSpace } from '../../test/people.ts'

const app = await startTestApp()
const { admin } = await aCast(app, await aSpace(app))

/** What each column of a file is taken for. */
async function understood(head: string): Promise<Record<string, string | null>> {
  const { columns, match } = await anImport(app, admin, `${head}\n`)
  return { match, ...Object.fromEntries(columns.map((column: any) => [column.header, column.field])) }
}

describe('a file from another program is understood by itself', () => {
  test('from NationBuilder', async () => {
    const head =
      'nationbuilder_id,external_id,signup_type,first_name,last_name,email,mobile_number,primary_address1,primary_zip,primary_city,tag_list,do_not_contact'
    assert.deepEqual(await understood(head), {
      match: 'external_id',
      nationbuilder_id: 'external_id',
      external_id: null,
      signup_type: null,
      first_name: 'firstname',
      last_name: 'surname',
      email: 'mail',
      mobile_number: 'mobile',
      primary_address1: 'street',
      primary_zip: 'postal_code',
      primary_city: 'city',
      tag_list: 'tags',
      do_not_contact: 'black_list',
    })
  })

  test('from CiviCRM, whose numbers are never taken for ours', async () => {
    const head =
      'Contact ID,Contact Type,External Identifier,First Name,Last Name,Birth Date,Gender,Email,Street Address,Supplemental Address 1,Postal Code,Tag(s)'
    assert.deepEqual(await understood(head), {
      match: 'external_id',
      'Contact ID': 'external_id',
      'Contact Type': null,
      'External Identifier': null,
      'First Name': 'firstname',
      'Last Name': 'surname',
      'Birth Date': 'birthdate',
      Gender: 'gender',
      Email: 'mail',
      'Street Address': 'street',
      'Supplemental Address 1': 'addition',
      'Postal Code': 'postal_code',
      'Tag(s)': 'tags',
    })
  })

  test('from Action Network', async () => {
    assert.deepEqual(
      await understood('uuid,first_name,last_name,email,zip_code,can2_user_city,can2_state_abbreviated,can2_user_tags'),
      {
        match: 'external_id',
        uuid: 'external_id',
        first_name: 'firstname',
        last_name: 'surname',
        email: 'mail',
        zip_code: 'postal_code',
        can2_user_city: 'city',
        can2_state_abbreviated: 'state',
        can2_user_tags: 'tags',
      },
    )
  })

  test('and a file of our own keeps our numbers', async () => {
    const { contact_id, match } = await understood('contact_id,firstname,mail')
    assert.deepEqual([contact_id, match], ['id', 'id'])
  })

  test('imported twice it doubles nobody, and undone nothing is left of it', async () => {
    const file =
      'nationbuilder_id,signup_type,first_name,last_name,email,tag_list\n7,0,Ann,Arbor,ann@example.org,"volunteer, vip"\n8,0,Ben,Nevis,,\n'
    const { id } = await anImport(app, admin, file)
    assert.deepEqual((await work(app, admin, id, 'run')).run.created, 2)
    const again = await anImport(app, admin, file)
    const { run } = await work(app, admin, again.id, 'run')
    assert.deepEqual([run.created, run.updated], [0, 0])
    await work(app, admin, id, 'undo')
    assert.equal((await app.as(admin).get('/contacts')).body.total, 0)
  })
})
