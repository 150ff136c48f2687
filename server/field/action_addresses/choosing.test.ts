import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { anAction, aVisit, box } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { insertContacts } from '../../test/insert_contacts.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const at = (latitude: string, longitude: string, parts: object = {}) => ({
  house_number: '1',
  street: 'rue Haute',
  city: 'Lyon',
  latitude,
  longitude,
  ...parts,
})
const form = await aForm(app, cast.admin)
const supporter = (surname: string, address: object | null, more: object = {}) =>
  aContact(app, cast.admin, { surname, address, ...more })
await supporter('Centre', at('45.5', '4.5', { pollingstation: '0101' }), {
  tags: [{ name: 'vip' }],
  formdatas: [answerTo(form, 'yes')],
})
await supporter('Partner', at('45.5', '4.5', { pollingstation: '0101', street: 'RUE HAUTE ' }))
await supporter('Hole', at('45.5', '4.52', { house_number: '2', pollingstation: '0102' }))
await supporter('Outside', at('45.5', '6', { house_number: '3', postal_code: '01000' }))
await supporter('Unplaced', { house_number: '4', street: 'rue Haute', city: 'Lyon', latitude: 'north', longitude: '' })
await supporter('Elsewhere', { house_number: '5', street: 'Grande Rue', city: 'Écully', pollingstation: '0101' })
await supporter('Nowhere', null)
await supporter('Blank', { house_number: '9' })
await supporter('Asked', at('45.5', '4.5', { house_number: '6' }), { black_list: true })
const gone = await supporter('Gone', at('45.5', '4.5', { house_number: '7' }))
await app.as(cast.admin).delete(`/contacts/${gone.id}`)
const restricted = await supporter('Restricted', at('45.5', '4.5', { house_number: '8' }))
await app.owner`update contacts set restricted_at = now() where id = ${restricted.id}`
await reindexContacts(app.owner, cast.admin.space)
await aContact(app, other_space_user, { surname: 'Foreign', address: at('45.5', '4.5') })

const all_names = ['Centre', 'Elsewhere', 'Hole', 'Outside', 'Partner', 'Unplaced']
const query = (attr: string, ope: string, value: unknown, more: object = {}) =>
  JSON.stringify({ $all: [{ $all: [{ $condition: { attr, ope, value, ...more } }] }] })

const is = (attr: string, value: string) => ({ $condition: { attr, ope: 'eql', value } })
const grouped = (part: object) => JSON.stringify({ $all: [{ $all: [part] }] })

const choose = (id: number, who = cast.manager) => app.as(who).post(`/actions/${id}/addresses/from_contacts`)

/** The contacts of the action after its addresses were chosen. */
async function chosenFor(fields: Record<string, unknown>) {
  const { id } = await anAction(app, cast.admin, fields)
  const { status, body, text } = await choose(id, cast.admin)
  assert.equal(status, 200, text)
  const { contacts } = (await app.as(cast.admin).get(`/actions/${id}/contacts`)).body.data
  return { id, told: body.data, names: contacts.map(({ surname }: any) => surname).sort() as string[] }
}

describe('the target contacts of an action', () => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['empty: all contacts with an address', {}, all_names],
    ['has a polygon', { polygon: box(4, 45, 5, 46) }, ['Centre', 'Hole', 'Partner']],
    [
      'has a polygon, and includes contacts without a position',
      { polygon: box(4, 45, 5, 46), aggreg_without_location: true },
      ['Centre', 'Elsewhere', 'Hole', 'Partner', 'Unplaced'],
    ],
    [
      'has a polygon and excludes another',
      { polygon: box(4, 45, 5, 46), not_polygon: box(4.51, 45, 4.6, 46) },
      ['Centre', 'Partner'],
    ],
    ['only excludes a polygon', { not_polygon: box(4, 45, 5, 46) }, ['Elsewhere', 'Outside', 'Unplaced']],
    ['includes a polling station', { polling_station_included: '["0101"]' }, ['Centre', 'Elsewhere', 'Partner']],
    [
      'includes a polling station, or an unknown one',
      { polling_station_included: '["0102"]', polling_station_included_missing: true },
      ['Hole', 'Outside', 'Unplaced'],
    ],
    ['excludes a polling station', { polling_station_excluded: '["0101"]' }, ['Hole', 'Outside', 'Unplaced']],
    [
      'excludes a polling station, and contacts without one',
      { polling_station_excluded: '["0101"]', polling_station_excluded_missing: true },
      ['Hole'],
    ],
    ['includes a street', { address_included: '["grande rue"]' }, ['Elsewhere']],
    [
      'includes a house, a city and a postal code',
      { address_included: '["2 Rue Haute", "ecully", "01000"]' },
      ['Elsewhere', 'Hole', 'Outside'],
    ],
    ['excludes a street', { address_excluded: '["RUE HAUTE"]' }, ['Elsewhere']],
    [
      'includes contacts without an address',
      { address_included: '["ecully"]', address_included_missing: true },
      ['Elsewhere', 'Nowhere'],
    ],
    [
      'includes and excludes contacts without an address: excludes them',
      { address_included_missing: true, address_excluded_missing: true },
      all_names,
    ],
    ['has a filter', { filter: query('city', 'eql', 'ecully') }, ['Elsewhere']],
    [
      'has a filter with groups',
      {
        filter: grouped({
          any: [is('city', 'ecully'), { all: [is('city', 'lyon'), { not: is('postal_code', '01000') }] }],
        }),
      },
      ['Centre', 'Elsewhere', 'Hole', 'Partner', 'Unplaced'],
    ],
    [
      'has a search with a negated group, as a complete query',
      { advanced_search: `{"query":${grouped({ not: { any: [is('city', 'ecully'), is('tags', 'vip')] } })}}` },
      ['Hole', 'Outside', 'Partner', 'Unplaced'],
    ],
    ['has a search by tag', { advanced_search: query('tags', 'eql', 'vip') }, ['Centre']],
    [
      'has a search by answer, as a complete query',
      { advanced_search: `{"query":${query('form', 'ext', undefined, { form_id: form.id })},"page":0}` },
      ['Centre'],
    ],
    [
      'has all of these',
      { polygon: box(4, 45, 5, 46), filter: query('surname', 'start_with', 'p'), polling_station_included: '["0101"]' },
      ['Partner'],
    ],
  ]
  for (const [title, fields, names] of cases)
    test(title, async () => assert.deepEqual((await chosenFor(fields)).names, names))

  test('an address by the id of the contact’s address', async () => {
    const { id } = (await supporter('Numbered', { house_number: '99', street: 'rue Basse', city: 'Bron' })).address
    assert.deepEqual((await chosenFor({ address_included: `[${id}]` })).names, ['Numbered'])
    await app.owner`update contacts set deleted_at = now() where surname = 'Numbered'`
    await reindexContacts(app.owner, cast.admin.space)
  })

  test('contacts who refused, moved or were absent at their last visit are excluded on request', async () => {
    const elsewhere = await anAction(app, cast.admin)
    const named = async (surname: string) =>
      (await app.owner<{ id: number }[]>`select id from contacts where surname = ${surname}`)[0]!.id
    const [hole, outside] = [await named('Hole'), await named('Outside')]
    await aVisit(app, cast.admin, elsewhere.id, { contact_id: hole, result: 'refused', date: '2026-05-01' })
    await aVisit(app, cast.admin, elsewhere.id, { contact_id: outside, result: 'moved', date: '2026-05-01' })
    await aVisit(app, cast.admin, elsewhere.id, { contact_id: outside, result: 'talked', date: '2026-05-02' })
    assert.deepEqual(
      (await chosenFor({ excluded_nevada: true })).names,
      all_names.filter(name => name !== 'Hole'),
    )
    assert.deepEqual((await chosenFor({})).names, all_names)
  })
})

describe('choosing contacts', () => {
  test('puts contacts behind one door on one address, and reports the result', async () => {
    const { id, told } = await chosenFor({ polygon: box(4, 45, 5, 46) })
    const counts = { matched: 3, addresses_added: 2, contacts_added: 3, addresses: 2, without_position: 2 }
    assert.deepEqual(told, { ...counts, next_cursor: null })
    const { addresses } = (await app.as(cast.admin).get(`/actions/${id}/addresses`)).body.data
    const doors = addresses.map(({ housenumber, latitude }: any) => `${housenumber} ${latitude}`)
    assert.deepEqual(doors, ['1 45.5', '2 45.5'])
    const { contacts } = (await app.as(cast.admin).get(`/actions/${id}/contacts`)).body.data
    assert.equal(contacts[0].address_id, contacts[1].address_id)
  })

  test('again changes nothing, and a door removed by hand stays removed', async () => {
    const { id } = await chosenFor({ polygon: box(4, 45, 5, 46) })
    const [first] = (await app.as(cast.admin).get(`/actions/${id}/addresses`)).body.data.addresses
    await app.as(cast.admin).delete(`/actions/${id}/addresses/${first.id}`)
    const { data } = (await choose(id)).body
    assert.deepEqual([data.addresses_added, data.contacts_added, data.addresses], [0, 0, 1])
    const { contacts } = (await app.as(cast.admin).get(`/actions/${id}/contacts`)).body.data
    const names = contacts.map(({ surname }: any) => surname)
    assert.deepEqual(names, ['Hole'], 'who lived there went with it')
  })

  test('by data that the caller may not see is refused, and so is choosing without contacts:read', async () => {
    const { id } = await anAction(app, cast.admin, { advanced_search: query('tags', 'eql', 'vip') })
    assert.deepEqual(refusal(await choose(id, cast.manager)), refusal.forbidden)
    await app.as(cast.superadmin).post('/roles', { name: 'Walker', permissions: ['actions:read', 'actions:write'] })
    const walker = await aUser(app, cast.admin.space, { role: 'Walker' })
    assert.deepEqual(refusal(await choose((await anAction(app, cast.admin)).id, walker)), refusal.forbidden)
  })

  test('continues from a cursor when more than ten thousand match, until each was handled once', async () => {
    const boss = await aUser(app, await aSpace(app), { role: 'manager' })
    await app.owner`
      insert into contacts (group_id, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality, mail, mobile,
                            mobile_invalid, phone, phone_invalid, black_list, external_id, address_id, house_number, street)
      select ${boss.space}, '', n::text, '', '', 0, '', '', '', '', '', false, '', false, false, '', n, (n / 20)::text, 'rue'
      from generate_series(1, 10010) n`
    const { id } = await anAction(app, boss)
    const first = (await choose(id, boss)).body.data
    assert.deepEqual([first.matched, first.addresses], [10_000, 501])
    const path = `/actions/${id}/addresses/from_contacts?cursor=`
    const second = (await app.as(boss).post(`${path}${first.next_cursor}`)).body.data
    assert.deepEqual(
      [second.matched, second.contacts_added, second.addresses_added, second.next_cursor],
      [10, 10, 0, null],
    )
    assert.deepEqual(refusal(await app.as(boss).post(`${path}nonsense`)), refusal.at('query.cursor'))
    // They are in no index, which is right for deleted contacts only.
    await app.owner`update contacts set deleted_at = now() where group_id = ${boss.space}`
  })

  test('by lists of thousands of addresses works, and costs as much as a long search', async () => {
    const space = await aSpace(app)
    const admin = await aUser(app, space, { role: 'admin' })
    await insertContacts(app.owner, space, 300)
    await reindexContacts(app.owner, space)
    const address_excluded = JSON.stringify(Array.from({ length: 5000 }, (_, n) => `w${n}`))
    const { id } = await anAction(app, admin, { address_excluded })
    const { status, headers, text } = await choose(id, admin)
    assert.deepEqual([status, headers.get('x-ratelimit-cost')], [200, '11'], text)
  })

  test('is not possible in an archived action', async () => {
    const { id } = await anAction(app, cast.admin)
    await app.as(cast.admin).delete(`/actions/${id}`)
    assert.deepEqual(refusal(await choose(id)), refusal.conflict)
  })

  test('by a malformed search is refused when the action is written, with its place', async () => {
    for (const [field, text] of [
      ['filter', 'surname = x'],
      ['filter', '{"$some":[]}'],
      ['advanced_search', '{"query":{"$all":[{"$condition":{}}]}}'],
      ['advanced_search', query('nothing', 'eql', 'x')],
      ['filter', grouped({ any: [] })],
    ] as const) {
      const answer = await app.as(cast.admin).post('/actions', { action: { name: 'New', [field]: text } })
      const [status, code, location] = refusal(answer)
      assert.deepEqual([status, code], [422, 'invalid_request'], text)
      assert.ok(location?.startsWith(`body.data.action.${field}`), location)
    }
  })
})
