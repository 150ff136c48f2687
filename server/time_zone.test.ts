import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from './test/harness.ts'
import { runs } from './test/runs.ts'
import { addDuration, dayIn, endOfDay, isTimeZone, startOfDay, timeZoneOfLocale, zonesByLocale } from './time_zone.ts'

const app = await startTestApp()

// Midnight skipped or repeated (Beirut, Havana), half an hour of daylight saving (Lord_Howe), offsets of quarters of an hour (Chatham), far east
// and far west, and none.
const zones = [
  'Europe/Paris',
  'America/Toronto',
  'America/Havana',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
].concat(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'UTC'])

const zone = fc.constantFrom(...zones)
const instants = (from: string, to: string) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map(date => date.toISOString())
/** Mostly around changes of the clocks: by hours, in the months in which they change. */
const instant = fc.oneof(
  instants('1980-01-01', '2037-12-01'),
  fc
    .tuple(fc.integer({ min: 2007, max: 2030 }), fc.constantFrom(2, 3, 9, 10), fc.nat(31 * 48))
    .map(([year, month, half_hours]) => new Date(Date.UTC(year, month, 1, 0, half_hours * 30)).toISOString()),
)
const samples = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.sample(arbitrary, { seed: 23, numRuns: runs(2000) })

describe('days and durations are those of PostgreSQL:', () => {
  test('the day of an instant', async () => {
    const cases = samples(fc.record({ zone, at: instant }))
    const rows = await app.owner<{ day: string }[]>`
      select (c.at::timestamptz at time zone c.zone)::date::text as day
      from unnest(${cases.map(({ zone }) => zone)}::text[], ${cases.map(({ at }) => at)}::text[]) with ordinality as c (zone, at, place)
      order by place`
    for (const [index, { zone, at }] of cases.entries())
      assert.equal(dayIn(zone, at), rows[index]?.day, `${zone} ${at}`)
  })

  test('months and days added to an instant', async () => {
    const cases = samples(fc.record({ zone, at: instant, months: fc.nat(30), days: fc.nat(60) }))
    const rows = await app.owner<{ end: string }[]>`
      select ((c.at::timestamptz at time zone c.zone) + make_interval(months => c.months::int, days => c.days::int)) at time zone c.zone as end
      from unnest(${cases.map(({ zone }) => zone)}::text[], ${cases.map(({ at }) => at)}::text[], ${cases.map(({ months }) => months)}::bigint[],
        ${cases.map(({ days }) => days)}::bigint[]) with ordinality as c (zone, at, months, days, place)
      order by place`
    for (const [index, { zone, at, ...duration }] of cases.entries())
      assert.equal(addDuration(zone, at, duration), rows[index]?.end, `${zone} ${at} ${JSON.stringify(duration)}`)
  })

  test('the first and the last millisecond of a day are on that day, and those before and after are not', async () => {
    const cases = samples(fc.record({ zone, at: instant })).map(({ zone, at }) => ({ zone, day: dayIn(zone, at) }))
    const rows = await app.owner<{ before: string; first: string; last: string; after: string }[]>`
      select ((c.first - interval '1 ms') at time zone c.zone)::date::text as before, (c.first at time zone c.zone)::date::text as first,
        (c.last at time zone c.zone)::date::text as last, ((c.last + interval '1 ms') at time zone c.zone)::date::text as after
      from unnest(${cases.map(({ zone }) => zone)}::text[], ${cases.map(({ zone, day }) => startOfDay(zone, day))}::text[]::timestamptz[],
        ${cases.map(({ zone, day }) => endOfDay(zone, day))}::text[]::timestamptz[]) with ordinality as c (zone, first, last, place)
      order by place`
    for (const [index, { zone, day }] of cases.entries()) {
      const { before = day, first, last, after = day } = rows[index] ?? {}
      assert.deepEqual([first, last, before < day, after > day], [day, day, true, true], `${zone} ${day}`)
    }
  })
})

describe('days', () => {
  test('begin when the clocks skip midnight, and with the first of two midnights', () => {
    assert.equal(startOfDay('America/Sao_Paulo', '2018-11-04'), '2018-11-04T03:00:00.000Z')
    assert.equal(startOfDay('America/Toronto', '1919-03-31'), '1919-03-31T04:30:00.000Z')
    assert.equal(startOfDay('America/Havana', '2026-11-01'), '2026-11-01T04:00:00.000Z')
  })

  test('of the first and the last year stay within the years 1 to 9999', () => {
    for (const zone of zones) {
      assert.ok(startOfDay(zone, '0001-01-01') >= '0001-01-01T00:00:00.000Z')
      assert.ok(endOfDay(zone, '9999-12-31') <= '9999-12-31T23:59:59.999Z')
      assert.match(dayIn(zone, '0001-01-01T00:00:00.000Z'), /^0001-01-0/)
      assert.match(dayIn(zone, '9999-12-31T23:59:59.999Z'), /^9999-12-31/)
    }
  })

  test('follow one another without gaps, in the years 1 to 9999', () => {
    const start = instants('0001-01-03', '9999-12-28')
    fc.assert(
      fc.property(zone, start, (zone, at) => {
        const day = dayIn(zone, at)
        const [first, last] = [startOfDay(zone, day), endOfDay(zone, day)]
        assert.ok(first <= at && at <= last)
        assert.equal(dayIn(zone, new Date(Date.parse(last) + 1).toISOString()) > day, true)
      }),
      { seed: 24, numRuns: runs(500) },
    )
  })
})

describe('time zones', () => {
  test('of locales are known to Node and to PostgreSQL', async () => {
    const names = [...new Set([...zonesByLocale.values(), 'UTC'])]
    const rows = await app.owner`select from pg_timezone_names where name = any(${names})`
    assert.equal(rows.length, names.length)
    for (const name of names) assert.ok(isTimeZone(name), name)
  })

  test('follow the locale; without a country, or with one that is not known, they are UTC', () => {
    const cases = {
      fr: 'Europe/Paris',
      'fr-BE': 'Europe/Brussels',
      'fr-CA': 'America/Toronto',
      en: 'UTC',
      'fr-XX': 'UTC',
    }
    for (const [locale, name] of Object.entries(cases)) assert.equal(timeZoneOfLocale(locale), name, locale)
  })

  test('are names, not offsets', () => {
    for (const name of ['', '+01:00', 'Mars/Base', 'Paris', 'Europe/']) assert.equal(isTimeZone(name), false, name)
  })
})
