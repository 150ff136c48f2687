import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anAction, aVisit } from '../../test/field.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)

const add = (id: number, addresses: object[]) => app.as(cast.manager).post(`/actions/${id}/addresses`, { addresses })
const listed = async (id: number, query = '') =>
  (await app.as(cast.manager).get(`/actions/${id}/addresses${query}`)).body.data as {
    addresses: any[]
    next_cursor: string | null
  }
const nameOf = ({ id, firstname, surname }: Person) => ({ id, firstname, surname })
const withdraw = (id: number, visit: number) => app.as(cast.manager).delete(`/actions/${id}/visits/${visit}`)
const house = (housenumber: number | string, street = 'rue Neuve') => ({ housenumber, street, city: 'Lyon' })

describe('adding addresses', () => {
  test('returns them in the order sent, and keeps codes with letters and leading zeroes', async () => {
    const { id } = await anAction(app, cast.manager)
    const codes = { postalcode: '01000', citycode: '2A004', floor: 'RDC', pollingstation: '0101' }
    const { body } = await add(id, [
      { ...house('12 bis'), ...codes, latitude: '45.77', longitude: '-4.8' },
      { ...house(3), postal_code: '69001', citycode: 69381, floor: -1, door: 'B' },
    ])
    const [first, second] = body.data.addresses
    const keys = `id housenumber postalcode citycode floor street city state country addition infos building door pollingstation house_number
      postal_code city_code floor_name latitude longitude`
    assert.deepEqual(keysOf(first), keys.split(/\s+/).sort())
    assert.partialDeepStrictEqual(first, {
      housenumber: 12,
      house_number: '12 bis',
      postalcode: 1000,
      postal_code: '01000',
      citycode: 0,
      city_code: '2A004',
      floor: 0,
      floor_name: 'RDC',
      latitude: '45.77',
      longitude: '-4.8',
      pollingstation: '0101',
    })
    const numbers = { housenumber: 3, postalcode: 69001, citycode: 69381, floor: -1 }
    assert.partialDeepStrictEqual(second, { ...numbers, door: 'B', latitude: '' })
  })

  test('the same door twice is one door in any spelling, also when it is added twice at the same moment', async () => {
    const { id } = await anAction(app, cast.manager)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => add(id, [house(1), house(1, 'RUE  NEUVE'.replace('  ', ' ')), house(2)])),
    )
    const ids = new Set(answers.flatMap(({ body }) => body.data.addresses.map((one: any) => one.id)))
    assert.equal(ids.size, 2)
    assert.equal((await listed(id)).addresses.length, 2)
  })

  test('refuses one that is no door or has no valid position, at its place', async () => {
    const { id } = await anAction(app, cast.manager)
    for (const [address, field] of [
      [{}, '0'],
      [{ housenumber: 4 }, '0'],
      [{ street: 'R', latitude: 'north', longitude: '4' }, '0.latitude'],
      [{ street: 'R', latitude: '91', longitude: '4' }, '0.latitude'],
      [{ street: 'R', latitude: '45' }, '0.longitude'],
      [{ street: 'R', latitude: '45', longitude: '181' }, '0.longitude'],
    ] as const)
      assert.deepEqual(refusal(await add(id, [address])), refusal.at(`body.data.addresses.${field}`))
  })

  test('is not possible in an archived action', async () => {
    const { id } = await anAction(app, cast.manager)
    await app.as(cast.manager).delete(`/actions/${id}`)
    assert.deepEqual(refusal(await add(id, [house(1)])), refusal.conflict)
  })

  test('stops at fifty thousand, and then adds nothing of the request', async () => {
    const boss = await aUser(app, await aSpace(app), { role: 'manager' })
    const { id } = await anAction(app, boss)
    const add = (addresses: object[]) => app.as(boss).post(`/actions/${id}/addresses`, { addresses })
    await app.owner`
      insert into action_addresses (group_id, action_id, house_number, street, postal_code, city_code, city, state, country, addition, infos, building,
                                    floor, door, polling_station, latitude, longitude)
      select ${boss.space}, ${id}, n::text, 'Long', '', '', '', '', '', '', '', '', '', '', '', '', '' from generate_series(1, 49999) n`
    assert.equal((await add([house(1)])).status, 200)
    assert.deepEqual(refusal(await add([house(1), house(2)])), refusal.conflict)
    const [row] = await app.owner`select count(*) from action_addresses where action_id = ${id}`
    assert.equal(row!['count'], 50_000)
  })
})

describe('the list of addresses', () => {
  test('is ordered by street and number, in pages that neither lose nor repeat a door', async () => {
    const { id } = await anAction(app, cast.manager)
    await add(id, [house(10), house(9), house(1, 'avenue A'), house('9 bis'), house(2, 'Zola'), house(2, 'Éloi')])
    const whole = (await listed(id)).addresses.map(one => `${one.house_number} ${one.street}`)
    assert.deepEqual(whole, ['1 avenue A', '2 Éloi', '9 rue Neuve', '9 bis rue Neuve', '10 rue Neuve', '2 Zola'])
    const walk: string[] = []
    for (let cursor = ''; ; ) {
      const { addresses, next_cursor } = await listed(id, `?limit=2${cursor}`)
      walk.push(...addresses.map(one => `${one.house_number} ${one.street}`))
      if (next_cursor === null) break
      cursor = `&cursor=${next_cursor}`
    }
    assert.deepEqual(walk, whole)
    const odd = await app.as(cast.manager).get(`/actions/${id}/addresses?cursor=WzEsMiwzXQ`)
    assert.deepEqual(refusal(odd), refusal.at('query.cursor'))
  })

  test('shows the number of visits and who found what at the last one, and filters the doors left', async () => {
    const { id } = await anAction(app, cast.manager)
    const [one, two] = (await add(id, [house(1), house(2)])).body.data.addresses
    await aVisit(app, cast.manager, id, { address: { id: one.id }, result: 'talked', date: '2026-05-02' })
    await aVisit(app, cast.manager, id, { address: { id: one.id }, result: 'absent', date: '2026-05-01' })
    const gone = await aVisit(app, cast.manager, id, { address: { id: two.id }, result: 'refused', date: '2026-05-03' })
    await withdraw(id, gone.id)
    const found = (await listed(id)).addresses.map(({ visits, last_visit }) => [visits, last_visit])
    const last = { date: '2026-05-02T00:00:00.000Z', result: 'talked', user: nameOf(cast.manager) }
    assert.deepEqual(found[0], [2, last])
    assert.deepEqual(found[1], [0, null])
    // In a public action, those who are not in it do not learn who visited.
    await app.as(cast.manager).patch(`/actions/${id}`, { action: { public: true } })
    const passer = await aUser(app, space)
    const met = await aVisit(app, passer, id, { address: { id: two.id }, result: 'absent' })
    const seen = (await app.as(passer).get(`/actions/${id}/addresses`)).body.data.addresses as any[]
    const visitors = seen.map(({ last_visit }) => last_visit.user)
    assert.deepEqual(visitors, [null, nameOf(passer)])
    await withdraw(id, met.id)
    const ids = async (query: string) => (await listed(id, query)).addresses.map(address => address.id)
    assert.deepEqual([await ids('?visited=true'), await ids('?visited=false')], [[one.id], [two.id]])
  })
})

describe('removing addresses', () => {
  const remove = (id: number, address_ids: number[]) =>
    app.as(cast.manager).post(`/actions/${id}/addresses/remove`, { address_ids })

  test('removes doors from the list; their visits stay, and adding one again restores the same door', async () => {
    const { id } = await anAction(app, cast.manager)
    const [one, two, three] = (await add(id, [house(1), house(2), house(3)])).body.data.addresses
    await aVisit(app, cast.manager, id, { address: { id: one.id } })
    assert.equal((await app.as(cast.manager).delete(`/actions/${id}/addresses/${one.id}`)).status, 200)
    const removed = await remove(id, [two.id, two.id])
    assert.equal(removed.body.data.removed, 1)
    const shown = async () => (await listed(id)).addresses.map(address => `${address.id}: ${address.visits}`)
    assert.deepEqual(await shown(), [`${three.id}: 0`])
    const [visit] = (await app.as(cast.manager).get(`/actions/${id}/visits`)).body.data.visits
    assert.equal(visit.address.id, one.id)
    assert.equal((await add(id, [house(1)])).body.data.addresses[0].id, one.id)
    assert.deepEqual(await shown(), [`${one.id}: 1`, `${three.id}: 0`])
  })

  test('that are unknown, or of another action, changes nothing', async () => {
    const [{ id }, other] = [await anAction(app, cast.manager), await anAction(app, cast.manager)]
    const [mine] = (await add(id, [house(1)])).body.data.addresses
    const [theirs] = (await add(other.id, [house(1)])).body.data.addresses
    const alone = await app.as(cast.manager).delete(`/actions/${id}/addresses/${theirs.id}`)
    assert.deepEqual(refusal(alone), refusal.not_found)
    assert.deepEqual(refusal(await remove(id, [mine.id, theirs.id])), refusal.at('body.data.address_ids'))
    assert.deepEqual((await listed(id)).addresses.length, 1)
  })
})
