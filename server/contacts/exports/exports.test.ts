import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { allContacts, anImport, runImport, runImportStep } from '../../test/imports.ts'
import { aBundle, aMembershipPrice, payment } from '../../test/money.ts'
import { multiplyRows } from '../../test/multiply_rows.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { thorough } from '../../test/runs.ts'
import { queryOf } from '../../test/search.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()
const aPlace = async () => aUser(app, await aSpace(app), { role: 'superadmin' })
const exported = (who: Person, options: object = {}) =>
  app.as(who).post('/v1/exports/contacts.csv', { reason: 'annual meeting', ...options })
const lines = ({ text }: { text: string }) => text.trim().split(/\r?\n/)
const entries = (space: number) =>
  app.owner<{ user_id: number; details: any }[]>`
    select user_id, details from audit_log where group_id = ${space} and kind = 'contacts.exported' order by id`

describe('an export', () => {
  test('is a CSV of all contacts, audited with user, reason and count', async () => {
    const admin = await aPlace()
    const tags = [{ name: 'b' }, { name: 'a' }]
    await aContact(app, admin, { surname: 'Curie', firstname: 'Marie', birthdate: '1867-11-07', tags })
    await aContact(app, admin, { surname: 'Doe' })
    const answer = await exported(admin, { columns: ['firstname', 'surname', 'birthdate', 'black_list', 'tags'] })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(answer.headers.get('content-disposition') ?? '', /attachment; filename="contacts\.csv"/)
    assert.deepEqual(lines(answer), [
      'firstname,surname,birthdate,black_list,tags',
      'Marie,Curie,1867-11-07,false,a|b',
      ',Doe,,false,',
    ])
    for (const reason of [undefined, '', '   ', 'x'])
      assert.deepEqual(refusal(await exported(admin, { reason })), invalidAt('body.data.reason'))
    const [entry, ...others] = await entries(admin.space)
    assert.deepEqual(others, [], 'an export without a reason is none')
    assert.deepEqual([entry!.user_id, entry!.details.reason, entry!.details.count], [admin.id, 'annual meeting', 2])
  })

  test('has telephone numbers as SMS tools read them, and no formula for any spreadsheet', async () => {
    const admin = await aPlace()
    const others = { firstname: 'b,@x', nationality: 'Jean-Luc, 3' }
    await aContact(app, admin, { surname: 'a; =1+1', ...others, mobile: '+33612345678', phone: 'c\t-2' })
    await aContact(app, admin, { mobile: '+33612345678-1', phone: '=1+1' })
    const columns = ['surname', 'firstname', 'nationality', 'mobile', 'phone']
    assert.deepEqual(lines(await exported(admin, { columns })).slice(1), [
      `a; '=1+1,"b,@x","Jean-Luc, 3",+33612345678,c\t'-2`,
      ",,,'+33612345678-1,'=1+1",
    ])
    const [, semicolons] = lines(await exported(admin, { columns, separator: ';' }))
    assert.equal(semicolons, `"a; =1+1";b,'@x;Jean-Luc, 3;+33612345678;c\t'-2`)
  })

  test('of a search contains the contacts that it finds, also many', async () => {
    const admin = await aPlace()
    // With answers to twenty forms, a hundred contacts are read at a time.
    const many = thorough ? 11_000 : 210
    const forms: number[] = []
    for (let n = 0; n < 20; n++) forms.push((await aForm(app, admin, { type: 'text' })).id)
    const rows = Array.from({ length: many }, (_, n) => `N${n},${n % 2 ? 'Lyon' : 'Nice'}`)
    await runImport(app, admin, `nom,ville\n${rows.join('\n')}\n`)
    const columns = ['surname', 'city']
    const found = async (query: object, more: object = {}) =>
      lines(await exported(admin, { query, columns, ...more })).slice(1)
    const query = queryOf({ attr: 'city', ope: 'eql', value: 'lyon' })
    const odd = rows.filter((_, n) => n % 2)
    assert.deepEqual(await found(query), odd)
    const withAnswers = (list: string[]) => list.map(row => `${row}${','.repeat(20)}`)
    assert.deepEqual(await found(query, { forms }), withAnswers(odd))
    assert.deepEqual(await found({ $all: [] }), rows)
    assert.deepEqual(await found({ $all: [] }, { forms }), withAnswers(rows))
    const [first] = await entries(admin.space)
    assert.deepEqual([first!.details.count, first!.details.query], [many / 2, query])
    const is = (attr: string, value: string) => ({ $condition: { attr, ope: 'eql', value } })
    const group = { any: [is('surname', 'n0'), { all: [is('city', 'lyon'), { not: { not: is('surname', 'N7') } }] }] }
    assert.deepEqual(await found({ $all: [{ $all: [group] }] }), ['N0,Nice', 'N7,Lyon'])
    const wrong = await exported(admin, { query: { $all: [{ $condition: {} }] } })
    assert.deepEqual(refusal(wrong).slice(0, 2), [422, 'invalid_request'])
  })

  test('that is interrupted leaves every database session usable, and frees its slot', async () => {
    const admin = await aPlace()
    const [connections, count] = [8, 800]
    const forms: number[] = []
    for (let n = 0; n < 4; n++) forms.push((await aForm(app, admin)).id)
    await aContact(app, admin, { surname: 'Many', mail: 'many@example.org' })
    // Twelve megabytes: more than the buffers between the server and a client that does not read. And several pages.
    await app.owner`
      update contacts set infos = repeat('x', 5000), addition = repeat('x', 5000), door = repeat('x', 5000)
      where group_id = ${admin.space}`
    await multiplyRows(app.owner, 'contacts', admin.space, count - 1)
    await reindexContacts(app.owner, admin.space)
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ data: { reason: 'leaving', forms } })
    const begin = (signal?: AbortSignal) =>
      fetch(`${app.url}/v1/exports/contacts.csv`, { method: 'POST', body, headers, ...(signal && { signal }) })
    /** Reads the beginning and closes the connection. */
    const breakOff = async (pieces: number) => {
      const leaving = new AbortController()
      const answer = await begin(leaving.signal)
      assert.equal(answer.status, 200)
      const reader = answer.body!.getReader()
      for (let n = 0; n < pieces; n++) assert.equal((await reader.read()).done, false)
      leaving.abort()
      await reader.read().catch(() => {})
      return true
    }
    // A slot is free a moment after the connection was closed.
    for (let n = 0; n <= connections; n++) await eventually(() => breakOff(n % 3))
    const whole = await eventually(async () => {
      const answer = await begin()
      return answer.status === 200 && (await answer.text())
    })
    assert.equal(lines({ text: whole }).length, count + 1)
    const asked = Array.from({ length: 4 * connections }, () => app.as(admin).get('/contacts?limit=1'))
    const statuses = (await Promise.all([...asked, app.as(admin).get('/teams')])).map(({ status }) => status)
    assert.deepEqual([...new Set(statuses)], [200])
  })

  test('has the answers to the requested forms, and can be imported again', async () => {
    const admin = await aPlace()
    const size = await aForm(app, admin, { label: '=Size, in "cm"', type: 'numeric', kind: 'custom_fields' })
    const words = await aForm(app, admin, { label: 'Words', type: 'text' })
    const help = await aForm(app, admin, { label: 'Help', type: 'checkbox', values: ['Calls', '+Doors', 'Mail'] })
    const joined = await aForm(app, admin, { label: 'Joined', type: 'date', kind: 'custom_fields' })
    const contact = await aContact(app, admin, {
      surname: 'Curie',
      custom_fields: [answerTo(size, undefined, '-3.5'), answerTo(joined, undefined, '2024-01-11')],
      formdatas: [
        answerTo(words, undefined, '=1+1'),
        answerTo(help, '+Doors', '+Doors'),
        answerTo(help, 'Mail', 'Mail'),
      ],
    })
    await aContact(app, admin, { surname: 'Doe' })
    const options = { columns: ['contact_id', 'surname'], forms: [help.id, size.id, words.id, joined.id] }
    const answer = await exported(admin, options)
    assert.deepEqual(lines(answer).slice(0, 2), [
      `contact_id,surname,Help,"'=Size, in ""cm""",Words,Joined`,
      `${contact.id},Curie,'+Doors|Mail,-3.5,'=1+1,2024-01-11`,
    ])
    assert.match(lines(answer)[2]!, /^\d+,Doe,,,,$/)
    const [entry] = await entries(admin.space)
    assert.deepEqual(entry!.details.forms, options.forms)
    const { id } = await anImport(app, admin, answer.text)
    await runImportStep(app, admin, id, 'check')
    const { check } = (await app.as(admin).get(`/v1/imports/${id}`)).body.data
    assert.partialDeepStrictEqual(check, { unchanged: 2, updated: 0, refused: 0 })
    const at_an_hour = [answerTo(joined, undefined, '2024-01-11T18:30:00Z')]
    await aContact(app, admin, { surname: 'Late', custom_fields: at_an_hour })
    assert.match((await exported(admin, options)).text, /,Late,,,,2024-01-11T18:30:00.000Z$/m)
  })

  test('has no answers to forms of another space, and none for users without the permission', async () => {
    const [admin, other_space_user] = [await aPlace(), await aPlace()]
    const theirs = await aForm(app, other_space_user)
    const refused = await exported(admin, { forms: [theirs.id] })
    assert.deepEqual(refusal(refused), invalidAt('body.data.forms.0'))
    const many = await exported(admin, { forms: Array.from({ length: 21 }, (_, n) => n + 1) })
    assert.deepEqual(refusal(many), invalidAt('body.data.forms'))
    const role = { name: 'Exporter', permissions: ['contacts:read', 'contacts:export'] }
    assert.equal((await app.as(admin).post('/roles', role)).status, 200)
    const exporter = await aUser(app, admin.space, { role: role.name })
    const own = await aForm(app, admin)
    assert.deepEqual(refusal(await exported(exporter, { forms: [own.id] })), [403, 'forbidden'])
    assert.equal((await entries(admin.space)).length, 0)
  })

  test('leaves out contacts with “do not contact”, and counts them; they are included on request', async () => {
    const admin = await aPlace()
    const ids: number[] = []
    for (const surname of ['Quiet', 'Open', 'Silent'])
      ids.push((await aContact(app, admin, { surname, black_list: surname !== 'Open' })).id)
    await aContact(app, admin, { surname: 'Other' })
    const query = queryOf({ attr: 'surname', ope: 'none_of', value: ['Other'] })
    const columns = ['surname']
    const left = (answer: { headers: Headers }) => answer.headers.get('x-do-not-contact-left-out')
    for (const [options, some, all] of [
      [{}, ['Open', 'Other'], ['Quiet', 'Open', 'Silent', 'Other']],
      [{ ids }, ['Open'], ['Quiet', 'Open', 'Silent']],
      [{ query }, ['Open'], ['Quiet', 'Open', 'Silent']],
    ] as const) {
      for (const include_do_not_contact of [undefined, false]) {
        const answer = await exported(admin, { columns, ...options, include_do_not_contact })
        assert.deepEqual([lines(answer).slice(1), left(answer)], [some, '2'])
      }
      const whole = await exported(admin, { columns, ...options, include_do_not_contact: true })
      assert.deepEqual([lines(whole).slice(1), left(whole)], [all, '0'])
    }
    const told = (await entries(admin.space)).map(({ details }) => [details.count, details.left_out])
    const inFull = (count: number) => [count, 0]
    assert.deepEqual(told, [[2, 2], [2, 2], inFull(4), [1, 2], [1, 2], inFull(3), [1, 2], [1, 2], inFull(3)])
    const place = 'body.data.include_do_not_contact'
    for (const include_do_not_contact of ['true', 1, null])
      assert.deepEqual(refusal(await exported(admin, { include_do_not_contact })), invalidAt(place))
  })

  test('of a list of IDs contains these contacts, none of another space, and none that is deleted or restricted', async () => {
    const [admin, other_space_user] = [await aPlace(), await aPlace()]
    const theirs = await aContact(app, other_space_user, { surname: 'Theirs' })
    const ids: number[] = []
    for (const surname of ['A', 'B', 'C', 'D']) ids.push((await aContact(app, admin, { surname })).id)
    const columns = ['surname']
    const sent = { ids: [ids[2], ids[0], theirs.id, 99_999_999], columns }
    assert.deepEqual(lines(await exported(admin, sent)), ['surname', 'A', 'C'])
    await app.as(admin).delete(`/contacts/${ids[0]}`)
    await carryOut(app, admin, 'restriction', ids[1]!)
    for (const options of [{}, { ids }, { query: { $all: [] } }])
      assert.deepEqual(lines(await exported(admin, { columns, ...options })), ['surname', 'C', 'D'])
    const counts = (await entries(admin.space)).map(({ details }) => details.count)
    assert.deepEqual(counts, [2, 2, 2, 2])
  })

  test('contains no formulas, and imports back unchanged', async () => {
    const admin = await aPlace()
    const odd = { surname: '=cmd', firstname: '@x', married_name: 'a,"b"\nc', mobile: '+33612345678' }
    await aContact(app, admin, { ...odd, mail: 'x@example.org', address: { street: '-1', city: "l'Isle" } })
    for (const options of [{}, { separator: ';', bom: true }, { separator: 'tab' }]) {
      const answer = await exported(admin, options)
      assert.match(answer.text, /'=cmd/)
      const { id, columns } = await anImport(app, admin, answer.text)
      assert.equal(columns[0].field, 'id')
      const { check } = await runImportStep(app, admin, id, 'check')
      assert.deepEqual([check.rows, check.unchanged, check.reasons], [1, 1, []], JSON.stringify(check.samples))
    }
    assert.equal((await allContacts(app, admin)).length, 1)
  })

  test('needs contacts:export; without contacts:sensitive it has no tags', async () => {
    const space = await aSpace(app)
    const { superadmin, admin } = await aUserPerRole(app, space)
    assert.equal((await exported(admin)).status, 403)
    const clerk = await aUser(app, space, { role: 'superadmin', scopes: ['contacts:export'] })
    await aContact(app, superadmin, { surname: 'A', tags: [{ name: 'secret' }] })
    const answer = await exported(clerk)
    assert.equal(answer.status, 200)
    assert.doesNotMatch(answer.text, /tags|secret/)
    assert.equal((await exported(clerk, { columns: ['tags'] })).status, 403)
    const query = queryOf({ attr: 'tags', ope: 'any_of', value: ['secret'] })
    assert.equal((await exported(clerk, { query })).status, 403)
    assert.equal((await entries(space)).length, 1, 'a refused export is not audited')
  })

  test('has the membership that decides the state of each person, for those who may see payments', async () => {
    const admin = await aPlace()
    const { id: price } = await aMembershipPrice(app, admin, { name: 'Solidarity' })
    const paid = async (surname: string, amount: number, more: object) => {
      const { id } = await aContact(app, admin, { surname })
      const membership = { amount: 2500, membership_price_id: price, ...more }
      await aBundle(app, admin, { transactions: [payment(id, { amount })], memberships: [payment(id, membership)] })
    }
    await paid('A', 2500, { start_date: '2020-01-01', end_date: '2999-12-31T12:00:00Z' })
    await paid('B', 2400, { start_date: '2020-01-01', end_date: '2999-12-31T12:00:00Z' })
    await aContact(app, admin, { surname: 'C' })
    const columns = ['surname', 'membership', 'membership_start_date', 'membership_end_date', 'membership_price']
    const amounts = ['membership_amount', 'membership_received']
    assert.deepEqual(lines(await exported(admin, { columns: [...columns, ...amounts] })).slice(1), [
      'A,member,2020-01-01,2999-12-31,Solidarity,25.00,25.00',
      'B,due,2020-01-01,2999-12-31,Solidarity,25.00,24.00',
      'C,never,,,,,',
    ])
    const clerk = await aUser(app, admin.space, { role: 'superadmin', scopes: ['contacts:export'] })
    assert.doesNotMatch((await exported(clerk)).text, /membership_amount|25\.00/)
    assert.equal((await exported(clerk, { columns: ['membership'] })).status, 403)
  })
})
