import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { checkFec } from '../../test/fec_rules.ts'
import { startTestApp } from '../../test/harness.ts'
import { anAssociation, fecFor, rowsOf, validate } from '../../test/ledger.ts'
import { aBundle, aContactId, bundleAt, payment, statusOf } from '../../test/money.ts'
import { aUser, type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs } from '../../test/runs.ts'
import { toLatin9 } from './fec.ts'

const app = await startTestApp()

const aGift = (person: Person, contact_id: number, date: string, wish: Record<string, unknown> = {}) =>
  aBundle(app, person, {
    transactions: [payment(contact_id, { date, ...wish })],
    donations: [payment(contact_id, wish)],
  })

describe('the tax file of a year', () => {
  test('is named after the SIREN and the last day, and holds to every rule of the format', async () => {
    const treasurer = await anAssociation(app)
    const id = await aContactId(app, treasurer, { firstname: 'Zoé', surname: 'Œil' })
    const debits = [
      { account: '512000', debit: 90_000 },
      { account: '530000', debit: 10_000 },
    ]
    const balances = [...debits, { account: '110000', credit: 100_000 }]
    await app.as(treasurer).post('/v1/ledger/opening_balances', { year: 2025, balances })
    await aGift(treasurer, id, '2025-03-01')
    await aGift(treasurer, id, '2025-12-31')
    await aGift(treasurer, id, '2026-01-01')
    await validate(app, treasurer, '2025-06-30')
    await validate(app, treasurer, '2025-12-31')
    const { headers, text } = await fecFor(app, treasurer)
    assert.equal(headers.get('content-disposition'), 'attachment; filename="123456789FEC20251231.txt"')
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
    const rows = checkFec(text)
    const shown = rows.map(row =>
      [row.JournalCode, row.EcritureNum, row.EcritureDate, row.CompteNum, row.Debit].join(' '),
    )
    assert.deepEqual(shown, [
      ...['AN 1 20250101 512000 900,00', 'AN 1 20250101 890000 0,00', 'AN 2 20250101 530000 100,00'],
      ...['AN 2 20250101 890000 0,00', 'AN 3 20250101 890000 1000,00', 'AN 3 20250101 110000 0,00'],
      ...['AD 1 20250301 411000 10,00', 'AD 1 20250301 754110 0,00'],
      ...['TR 1 20250301 512000 10,00', 'TR 1 20250301 411000 0,00'],
      ...['AD 2 20251231 411000 10,00', 'AD 2 20251231 754110 0,00'],
      ...['TR 2 20251231 512000 10,00', 'TR 2 20251231 411000 0,00'],
    ])
    // checkFec compares the two lines of an entry.
    assert.deepEqual(pick(rows.slice(0, 2), 'Credit'), ['0,00', '900,00'])
    const auxiliary = { CompAuxNum: `C${id}`, CompAuxLib: 'Zoé Œil', CompteLib: 'Adhérents et donateurs' }
    assert.partialDeepStrictEqual(rows[6], auxiliary)
    checkFec((await fecFor(app, treasurer, 'year=2025&separator=pipe')).text, '|')
  })

  test('exists in ISO 8859-15, and has a description', async () => {
    const treasurer = await anAssociation(app)
    const id = await aContactId(app, treasurer, { firstname: 'Zoé', surname: 'Œil €' })
    await aGift(treasurer, id, '2025-03-01')
    await validate(app, treasurer, '2025-12-31')
    const answer = await fetch(`${app.url}/v1/ledger/fec?year=2025&encoding=iso-8859-15`, {
      headers: { authorization: `Bearer ${treasurer.token}` },
    })
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=iso-8859-15')
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.ok(bytes.includes(Buffer.from([0x5a, 0x6f, 0xe9, 0x20, 0xbc, 0x69, 0x6c, 0x20, 0xa4])))
    checkFec(new TextDecoder('iso-8859-15').decode(bytes))
    const notice = await app.as(treasurer).get('/v1/ledger/fec/notice?year=2025&separator=pipe')
    assert.match(notice.headers.get('content-disposition') ?? '', /filename="123456789FEC20251231-descriptif.txt"$/)
    assert.match(notice.text, /Exercice du 01\/01\/2025 au 31\/12\/2025\. SIREN 123456789/)
    assert.match(notice.text, /UTF-8\. Séparateur de champs : barre verticale/)
    assert.match(notice.text, /754110 Dons manuels/)
  })

  test('of any name is readable in ISO 8859-15', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const bytes = toLatin9(text)
        assert.ok(text === '' || bytes.length > 0 || /^\p{M}+$/u.test(text.normalize('NFD')))
        const ascii = text.replace(/[^ -~]/g, '')
        assert.ok(ascii !== text || bytes.toString('latin1') === text)
      }),
    )
    assert.equal(toLatin9('Łukasz Dvořák').toString('latin1'), '?ukasz Dvorák')
    assert.equal(toLatin9('l’article – « O’Brien »…').toString('latin1'), "l'article - « O'Brien »...")
  })

  test('is the same to the byte after renaming, merging, erasing a contact, a late return and other accounts', async () => {
    const treasurer = await anAssociation(app)
    const ask = app.as(treasurer)
    const contact = (firstname: string, surname: string) => aContactId(app, treasurer, { firstname, surname })
    const ids = [await contact('Ann', 'Lee'), await contact('Ann', 'Leigh'), await contact('Bo', 'Ash')]
    const [first = 0, second = 0, third = 0] = ids
    const bundles: ReplyBody[] = []
    for (const [index, id] of ids.entries()) bundles.push(await aGift(treasurer, id, `2025-0${index + 3}-01`))
    await aGift(treasurer, second, '2026-02-01')
    await validate(app, treasurer, '2025-12-31')
    const before = (await fecFor(app, treasurer)).text
    const rename = (surname: string) => () =>
      ask.patch(`/contacts/${first}`, { contact: { firstname: 'Anna', surname } })
    const set = (settings: object) => () => ask.patch('/v1/ledger/settings', settings)
    const back = { amount: 1000, reason: 'x', date: '2025-06-01' }
    const late = { transactions: [payment(first, { date: '2025-07-07' })] }
    const steps: Record<string, () => Promise<{ status: number; text: string }>> = {
      rename: rename('Moss'),
      merge: () => ask.post(`/contacts/${first}/merge`, { contact_id: second }),
      return: () => ask.post(`/v1/transactions/${bundles[0]?.transactions[0].id}/returns`, back),
      'rename again': rename('Mosse'),
      accounts: set({ preset: 'fr_party', accounts: { people: '467000' } }),
      labels: set({ labels: { 754110: 'Autre' } }),
      delete: () => ask.delete(bundleAt(bundles[1]?.id)),
      'late payment': () => ask.post('/v1/transaction_bundles', late),
      preset: set({ preset: 'generic' }),
      validate: () => ask.post('/v1/ledger/validate', { until: '2026-03-31' }),
    }
    for (const [name, step] of Object.entries(steps)) {
      const { status, text } = await step()
      assert.equal(status, 200, `${name} ${text}`)
      assert.equal((await fecFor(app, treasurer)).text, before, name)
    }
    const request = await ask.post('/v1/privacy_requests', { kind: 'erasure', contact_id: third })
    assert.equal(request.status, 200, request.text)
    const completion = `/v1/privacy_requests/${request.body.data.id}/complete`
    const erased = await ask.post(completion, { confirm_contact_id: third })
    assert.equal(erased.status, 200, erased.text)
    assert.equal((await fecFor(app, treasurer)).text, before, 'erase')
    assert.ok(before.includes('Bo Ash'))
    checkFec(before)
  })

  test('has names that are no formulas and stay in their column, whatever they are', async () => {
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
    const fronts = ['', ' ', '\u200b', '"', '\t', '|']
    const name = fc.tuple(fc.constantFrom(...fronts), fc.constantFrom(...signs), fc.string({ maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom('', 'x,', 'x; ', 'x"\t'), async (parts, front) => {
        const treasurer = await anAssociation(app)
        const id = await aContactId(app, treasurer, { firstname: '', surname: front + parts.join('') })
        await aGift(treasurer, id, '2025-03-01')
        const files = [await rowsOf(app, treasurer)]
        for (const sign of ['|', ';'])
          files.push(await rowsOf(app, treasurer, `?separator=${encodeURIComponent(sign)}`, sign))
        await validate(app, treasurer, '2025-12-31')
        files.push(checkFec((await fecFor(app, treasurer)).text))
        for (const cell of files.flat().flatMap(row => Object.values(row))) {
          assert.doesNotMatch(cell, /["\t|]/)
          assert.doesNotMatch(cell, /(^|[,;])[\s\p{Cf}]*[=+\-@＝＋－＠]/u)
        }
      }),
      { numRuns: runs(10) },
    )
  })

  test('is refused until the year is validated to its end, without a SIREN, and in other currencies', async () => {
    const treasurer = await anAssociation(app, { siren: '' })
    const id = await aContactId(app, treasurer)
    await aGift(treasurer, id, '2023-03-01')
    await aGift(treasurer, id, '2024-03-01', { currency: 'CHF' })
    const refused = async (detail: RegExp, year = 2025) => {
      for (const path of ['fec', 'fec/notice']) {
        const answer = await app.as(treasurer).get(`/v1/ledger/${path}?year=${year}`)
        assert.deepEqual(refusal(answer).slice(0, 2), [422, 'invalid_request'])
        assert.match(answer.body.detail, detail)
      }
    }
    await refused(/SIREN/)
    // The number of the space will do.
    const head = await aUser(app, treasurer.space, { role: 'superadmin' })
    await app.as(head).patch(`/spaces/${treasurer.space}`, { siren: '732829320' })
    // No entry of these years is provisional, or there is none at all.
    for (const year of [2022, 2023]) {
      await refused(new RegExp(`${year} is not validated to its end. Validate the ledger until ${year}-12-31`), year)
      await validate(app, treasurer, `${year}-12-30`)
      await refused(/not validated to its end/, year)
      await validate(app, treasurer, `${year}-12-31`)
      await fecFor(app, treasurer, `year=${year}`)
    }
    const this_year = new Date().getUTCFullYear()
    await refused(new RegExp(`${this_year} ends on ${this_year}-12-31. Its file can be downloaded after`), this_year)
    await validate(app, treasurer, '2025-12-31')
    // The next year has them too: they are carried forward.
    for (const year of [2024, 2025]) await refused(new RegExp(`${year} has entries in CHF`), year)
    await app.as(treasurer).patch('/v1/transaction_settings', { currency: 'CHF' })
    assert.equal(checkFec((await fecFor(app, treasurer, 'year=2023')).text).length, 4)
    for (const query of ['', '?year=x', '?year=2025&encoding=ascii', '?year=2025&separator=%3B'])
      assert.equal((await app.as(treasurer).get(`/v1/ledger/fec${query}`)).status, 422, query)
  })

  test('keeps the codes of its journals and the labels of accounts when the preset changes within the year', async () => {
    const card = { methods: { card: '512300' } }
    const treasurer = await anAssociation(app, { ...card, labels: { 512300: 'Carte' } })
    const id = await aContactId(app, treasurer)
    const pay = (day: string) => aGift(treasurer, id, day, { payment_method_kind: 'card' })
    await pay('2025-03-01')
    await validate(app, treasurer, '2025-06-30')
    await app.as(treasurer).patch('/v1/ledger/settings', { preset: 'generic', ...card })
    for (const day of ['2025-09-01', '2025-10-01', '2026-01-01']) await pay(day)
    await validate(app, treasurer, '2025-09-30')
    await validate(app, treasurer, '2026-01-31')
    const rows = checkFec((await fecFor(app, treasurer)).text)
    const journals = rows.map(row => `${row.JournalCode} ${row.EcritureNum} ${row.JournalLib}`)
    const expected = [1, 2, 3].flatMap(number => [`AD ${number} Adhésions et dons`, `TR ${number} Trésorerie`])
    assert.deepEqual(
      journals,
      expected.flatMap(journal => [journal, journal]),
    )
    const money = rows.filter(({ CompteNum }) => CompteNum === '512300').map(({ CompteLib }) => CompteLib)
    assert.deepEqual(money, ['Carte', 'Carte', 'Carte'])
    const next = await rowsOf(app, treasurer, '?from=2026-01-01&to=2026-12-31')
    assert.deepEqual([...new Set(next.map(({ JournalCode }) => JournalCode))], ['OP', 'IN', 'MO'])
  })

  test('is in the order of its numbers, also when the time zone goes back by a day', async () => {
    const treasurer = await anAssociation(app)
    const id = await aContactId(app, treasurer)
    const move = async (time_zone: string) =>
      assert.equal((await app.as(treasurer).patch(`/spaces/${treasurer.space}`, { time_zone })).status, 200)
    await aGift(treasurer, id, '2025-03-01')
    await move('Pacific/Kiritimati')
    await validate(app, treasurer, '2025-06-30')
    await move('Pacific/Honolulu')
    await aGift(treasurer, id, '2025-09-01')
    await validate(app, treasurer, '2025-12-31')
    assert.equal(checkFec((await fecFor(app, treasurer)).text).length, 8)
  })

  test('follows an accounting year that ends in summer', async () => {
    const treasurer = await anAssociation(app, { year_end: '06-30' })
    const id = await aContactId(app, treasurer)
    for (const day of ['2024-06-30', '2024-07-01', '2025-06-30', '2025-07-01']) await aGift(treasurer, id, day)
    await validate(app, treasurer, '2025-07-31')
    const { headers, text } = await fecFor(app, treasurer)
    assert.match(headers.get('content-disposition') ?? '', /123456789FEC20250630\.txt/)
    assert.deepEqual([...new Set(checkFec(text).map(({ EcritureDate }) => EcritureDate))], ['20240701', '20250630'])
  })
})

test('a payment without a purpose, and a status that means nothing came in, do not break the file', async () => {
  const treasurer = await anAssociation(app)
  const id = await aContactId(app, treasurer)
  await aBundle(app, treasurer, { transactions: [payment(id, { date: '2025-01-01' })] })
  const status_id = await statusOf(app, treasurer.space, 'pending')
  await aBundle(app, treasurer, { transactions: [payment(id, { date: '2025-01-01', status_id })] })
  await validate(app, treasurer, '2025-12-31')
  assert.equal(checkFec((await fecFor(app, treasurer)).text).length, 2)
})
