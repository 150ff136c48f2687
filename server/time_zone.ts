import { type Duration, type Instant, validInstant } from './fields.ts'

// Days and calendar arithmetic in the time zone of a space. PostgreSQL computes the same with `at time zone`; the tests compare both.

export const utc = 'UTC'
const first_instant = '0001-01-01T00:00:00.000Z'
const last_instant = '9999-12-31T23:59:59.999Z'
const day_ms = 86_400_000

/** Whether Node knows this name. Names of offsets, such as +01:00, are no time zones. */
export function isTimeZone(name: string) {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(formatOf(name))
  } catch {
    return false
  }
}

/** The time zone of a new space: that of the country, or of the largest city where a country has several. */
export const timeZoneOfLocale = (locale: string) => zonesByLocale.get(locale) ?? utc

/** The calendar day of an instant. */
export const dayIn = (zone: string, instant: Instant) =>
  clamped(localTime(zone, Date.parse(instant))).slice(0, 'YYYY-MM-DD'.length)

/** The first instant of a day. */
export const startOfDay = (zone: string, day: string): Instant => clamped(firstInstantOf(zone, Date.parse(day)))

/** The last millisecond of a day. */
export const endOfDay = (zone: string, day: string): Instant =>
  clamped(firstInstantOf(zone, Date.parse(day) + day_ms) - 1)

/** The start of a range: a date without a time is a day of the time zone, and the range begins with it. */
export const rangeStart = (zone: string, text: string) => (isDay(text) ? startOfDay(zone, text) : validInstant(text))

/** The end of a range: a date without a time is included. */
export const rangeEnd = (zone: string, text: string) => (isDay(text) ? endOfDay(zone, text) : validInstant(text))

/** A date or time as an instant. A date without a time is midnight UTC, or later where that is still the day before in the time zone. */
export function instantIn(zone: string, text: string): Instant {
  const instant = validInstant(text)
  const start = isDay(text) && zone !== utc ? startOfDay(zone, text) : instant
  return start > instant ? start : instant
}

const isDay = (text: string) => text.length === 'YYYY-MM-DD'.length

/** The last millisecond before the next day such as 09-01, on which a season begins: 01-01 for the end of the calendar year. */
export function endOfSeason(zone: string, instant: Instant, first_day: string): Instant {
  const day = dayIn(zone, instant)
  const next = Number(day.slice(0, 4)) + (day.slice('YYYY-'.length) < first_day ? 0 : 1)
  const [month = 1, date = 1] = first_day.split('-').map(Number)
  return clamped(firstInstantOf(zone, new Date(0).setUTCFullYear(next, month - 1, date)) - 1)
}

export const instantAfter = (instant: Instant): Instant => clamped(Date.parse(instant) + 1)

/** Adds months, then days, and keeps the time of day. The 31st becomes the last day of a shorter month. */
export function addDuration(zone: string, start: Instant, { months, days }: Duration): Instant {
  const date = new Date(localTime(zone, Date.parse(start)))
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(date)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  date.setUTCDate(Math.min(day, last.getUTCDate()) + days)
  const { before, after } = instantsAt(zone, date.getTime())
  // As PostgreSQL: of two instants with this time the second, and a time that the clock skips as much later as it skips.
  return clamped(localTime(zone, after) === date.getTime() ? after : before)
}

const clamped = (ms: number) => {
  const text = new Date(ms).toISOString()
  if (text.startsWith('+')) return last_instant
  return text.startsWith('-') || text < first_instant ? first_instant : text
}

/** The first instant at which clocks show this local time or a later one. */
function firstInstantOf(zone: string, local: number) {
  const { before, after } = instantsAt(zone, local)
  if (localTime(zone, before) === local) return before
  if (localTime(zone, after) === local) return after
  // Clocks skip this time: the instant at which they do is between both.
  let [earlier, later] = [after, before]
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2)
    if (localTime(zone, middle) < local) earlier = middle
    else later = middle
  }
  return later
}

/** What a local time is by the offset of the day before, and by that of the day after. They differ around a change of the clocks. */
const instantsAt = (zone: string, local: number) => ({
  before: local - offsetAt(zone, local - day_ms),
  after: local - offsetAt(zone, local + day_ms),
})

const offsetAt = (zone: string, ms: number) => localTime(zone, ms) - ms

/** What clocks show at an instant, as the milliseconds of a UTC time with the same fields. */
function localTime(zone: string, ms: number) {
  if (zone === utc) return ms
  const text = formatOf(zone).format(ms)
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = text.match(/\d+/g)?.map(Number) ?? []
  const local = new Date(0)
  local.setUTCFullYear(text.includes('B') ? 1 - year : year, month - 1, day)
  local.setUTCHours(hour, minute, second)
  return local.getTime() + (((ms % 1000) + 1000) % 1000)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Writes 12/31/2026 A, 23:59:59; B for years before the year 1. Cached, because making a format takes long. Throws for an unknown name. */
function formatOf(zone: string) {
  const known = formats.get(zone)
  if (known) return known
  const fields = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', era: 'narrow', ...fields })
  formats.set(zone, made)
  return made
}

/** A locale of the country of a time zone. */
export const localeOfTimeZone = (name: string) => zones[name]?.split(' ')[0]

const zones: Record<string, string> = {
  'Africa/Algiers': 'fr-DZ',
  'Africa/Casablanca': 'fr-MA',
  'Africa/Dakar': 'fr-SN',
  'Africa/Johannesburg': 'en-ZA',
  'Africa/Tunis': 'fr-TN',
  'America/Mexico_City': 'es-MX',
  'America/New_York': 'en-US',
  'America/Sao_Paulo': 'pt-BR',
  'America/Toronto': 'en-CA fr-CA',
  'Asia/Kolkata': 'en-IN',
  'Australia/Sydney': 'en-AU',
  'Europe/Amsterdam': 'nl nl-NL',
  'Europe/Athens': 'el el-GR',
  'Europe/Berlin': 'de de-DE',
  'Europe/Brussels': 'de-BE fr-BE nl-BE',
  'Europe/Bucharest': 'ro ro-RO',
  'Europe/Budapest': 'hu hu-HU',
  'Europe/Copenhagen': 'da da-DK',
  'Europe/Dublin': 'en-IE ga ga-IE',
  'Europe/Helsinki': 'fi fi-FI sv-FI',
  'Europe/Lisbon': 'pt pt-PT',
  'Europe/London': 'en-GB',
  'Europe/Luxembourg': 'de-LU fr-LU',
  'Europe/Madrid': 'ca ca-ES es es-ES',
  'Europe/Monaco': 'fr-MC',
  'Europe/Oslo': 'nb nb-NO no no-NO',
  'Europe/Paris': 'fr fr-FR',
  'Europe/Prague': 'cs cs-CZ',
  'Europe/Rome': 'it it-IT',
  'Europe/Stockholm': 'sv sv-SE',
  'Europe/Vienna': 'de-AT',
  'Europe/Warsaw': 'pl pl-PL',
  'Europe/Zurich': 'de-CH fr-CH it-CH',
  'Pacific/Auckland': 'en-NZ',
}
export const zonesByLocale = new Map(
  Object.entries(zones).flatMap(([zone, locales]) => locales.split(' ').map(locale => [locale, zone] as const)),
)
