import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { ApiError } from '../../../../errors.ts'
import { translate } from '../../../../messages/translate.ts'
import {
  csv_french,
  csv_german,
  mt940_french,
  mt940_german,
  ofx_sgml,
  ofx_xml,
} from '../../../../test/bank_file_samples.ts'
import { camt053, camt054 } from '../../../../test/bank_files.ts'
import { runs, thorough } from '../../../../test/runs.ts'
import type { ParsedStatement, StatementLine } from '../statement.ts'
import { guessMapping, sampleRows } from './csv_guess.ts'
import { checkLineBreaks } from './limits.ts'
import { type CsvSettings, openBankFiles, readStatements } from './read.ts'

const csv_settings: CsvSettings = { mapping: guessMapping(sampleRows(csv_french))!.mapping, currency: 'EUR' }
const read = async (file: string | Uint8Array, csv?: CsvSettings) =>
  readStatements(await openBankFiles(typeof file === 'string' ? Buffer.from(file) : file, csv?.mapping.encoding), csv)

const errorOf = async (file: string | Uint8Array, csv?: CsvSettings) => String(await detailOf(file, csv))

async function detailOf(file: string | Uint8Array, csv?: CsvSettings) {
  const error = await read(file, csv).catch((refused: unknown) => refused)
  assert.ok(error instanceof ApiError, `not refused: ${error}`)
  assert.equal(error.code, 'invalid_request')
  return error.detail
}

const good = camt053([{ amount: 500, text: 'Café' }, { amount: -200 }])

describe('a file that cannot be read gets an error that says where', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${good.slice(39)}`
  const archive = zipSync({ a: Buffer.from(good.repeat(30)) })
  const wrong_sum = camt053([{ amount: 500 }], { closing: 100_400 })
  const instead = (text: string, was: string, now = '') => text.replace(was, now)
  const cases: [file: string | Uint8Array, message: RegExp][] = [
    ['', /is empty/],
    [bomb, /^Line 1: the file declares a document type/],
    [good.replace('Café', '&lol;'), /^Line \d+: the file is not valid XML: .*entity/],
    [good.slice(0, -60), /not valid XML: unclosed tag.*download it again/],
    ['<?xml version="1.0"?><rss/>', /not a camt.053 or camt.054/],
    ['<Document><BkToCstmrAcctRpt/></Document>', /camt.052/],
    ['<a>'.repeat(1000), /nested too deeply/],
    [Buffer.from(good, 'latin1'), /^Line 4: the file should be in UTF-8, but a character is not/],
    [good.replace('UTF-8', 'KLINGON'), /character set KLINGON is unknown/],
    [instead(good, '<BookgDt><Dt>2026-10-05', '<BookgDt><Dt>2026-02-31'), /^Entry 1, line 4: 2026-02-31 is not a day/],
    [good.replace('>5.00<', '><'), /^Entry 1, line 4: “” is not an amount/],
    [instead(good, '>5.00<', '>5.001<'), /^Entry 1, line 4: the amount “5.001” has more decimals than EUR/],
    [good.replace('>5.00<', `>${'9'.repeat(30)}<`), /^Entry 1, line 4: the amount .* is too large/],
    [camt053([{ amount: 5, currency: 'CHF' }]), /^Entry 1, line 4: the amount is in CHF, but the account is in EUR/],
    [good.replace('FR76', 'FR77'), /is not a valid IBAN/],
    [wrong_sum, /^Statement STMT-1: the opening balance 1000.00 EUR and the lines give 1005.00 EUR, but the closing/],
    [wrong_sum, /but the closing balance is 1004.00 EUR/],
    [mt940_german.slice(0, mt940_german.indexOf(':62F')), /^Line 1: the statement has no closing balance/],
    [instead(mt940_german, '2610021002', '2602311002'), /^Line 5: 31.02.2026 is not a day/],
    [instead(mt940_german, 'CR25,00', 'CR'), /^Line 5: field 61 must be a movement/],
    [instead(mt940_german, 'C261001EUR1500,00', 'CABC'), /^Line 4: field 60F must be a balance/],
    [instead(mt940_german, 'CR25,00', 'CR26,00'), /but the closing balance is 1489.10 EUR/],
    [ofx_sgml.slice(0, -40), /the end <\/OFX> is missing/],
    [instead(ofx_sgml, '<DTPOSTED>20261002', '<DTPOSTED>20261302'), /^Line 17: 20261302 is not a day/],
    [instead(ofx_sgml, '<TRNAMT>+25.00'), /^Line 17: the transaction has no TRNAMT/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), /not a text file/],
    [archive.slice(0, 300), /archive is damaged/],
    [zipSync({}), /has no files|damaged/],
    [zipSync({ 'a.xml': Buffer.from('<x/>') }), /^File a.xml: This XML file is not/],
    [zipSync({ '[Content_Types].xml': Buffer.from('<Types/>') }), /Save it as CSV/],
    [zipSync({ a: zipSync({ b: Buffer.from(good) }) }), /^File a: An archive inside/],
    [csv_french, /save csv_mapping in the bank account/],
  ]
  for (const [file, message] of cases)
    test(`it says ${message.source}`, async () => assert.match(await errorOf(file), message))

  const csv_cases: [file: string, message: RegExp][] = [
    [instead(csv_french, '05/10/2026;', '31/02/2026;'), /^Row 6: 31\/02\/2026 is not a day/],
    [instead(csv_french, '05/10/2026;', '2026-10-05;'), /^Row 6: “2026-10-05” is not a day written as DD\/MM\/YYYY/],
    [instead(csv_french, '30,00', '30.00'), /^Row 6: “30.00” is not an amount with “,” before the cents/],
    [
      instead(csv_french, '30,00', '31,00'),
      /^Row 6: the balance -15.40 EUR does not follow from the line before, which/,
    ],
    [instead(csv_french, '30,00', '31,00'), /which gives -16.40 EUR/],
    [csv_french.slice(0, csv_french.lastIndexOf(';14,60;')), /^Row 7: it has 4 columns in place of 6/],
    ['a;b\n1;2\n\n\nx;y\n', /^Row 5: it has 2 columns, but the mapping of the account uses column 6/],
    [instead(csv_french, '30,00;;', '30,00;1,00;'), /^Row 6: it has both a debit and a credit/],
    [csv_french.slice(0, csv_french.indexOf('06/10/2026;06')), /no lines with an amount/],
    [instead(csv_french, '2026";;', '2026;;'), /^Row 5: a quote is not closed/],
  ]
  for (const [file, message] of csv_cases)
    test(`in CSV it says ${message.source}`, async () => assert.match(await errorOf(file, csv_settings), message))

  test('with the quotation marks of the reader around a value', async () => {
    const detail = await detailOf(csv_french.replace('30,00', '30.00'), csv_settings)
    assert.match(translate(detail, 'fr'), /^Ligne 6 : « 30\.00 » n’est pas un montant avec « , »/)
  })

  test('a character set that the mapping fixes and the file does not have', async () => {
    const settings = { ...csv_settings, mapping: { ...csv_settings.mapping, encoding: 'utf-8' as const } }
    assert.match(await errorOf(Buffer.from(csv_french, 'latin1'), settings), /^Line 1: the file should be in UTF-8/)
  })
})

/** A file that is changed at random is read, and its sums agree, or it gets an expected error. */
async function checkOutcome(file: Uint8Array) {
  let statements: ParsedStatement[]
  try {
    statements = await read(file, csv_settings)
    if (file.length < 5000) guessMapping(sampleRows(Buffer.from(file).toString()))
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 'invalid_request', String((error as Error).stack))
    return
  }
  for (const { lines, opening_balance, closing_balance, from_date, to_date, currency } of statements) {
    const sum = lines.reduce((total, { amount }) => total + amount, opening_balance ?? 0)
    if (opening_balance !== null && closing_balance !== null) assert.equal(sum, closing_balance)
    assert.match(currency, /^[A-Z]{3}$/)
    assert.ok(from_date <= to_date)
    for (const line of lines) {
      checkLine(line)
      assert.ok(line.date >= from_date && line.date <= to_date)
    }
  }
}

function checkLine({ amount, date, value_date, text, counterparty, end_to_end_id, bank_reference }: StatementLine) {
  assert.ok(Number.isSafeInteger(amount) && amount !== 0)
  assert.match(`${date} ${value_date}`, /^\d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/)
  for (const field of [text, counterparty, end_to_end_id, bank_reference]) {
    assert.ok(field.length <= 2000 && field.isWellFormed())
    assert.doesNotMatch(field, /\p{Cc}/u)
  }
}

describe('no change of a file makes a reader hang, fail or lose a cent', () => {
  const parts = [100, 200].map(amount => ({ amount, name: 'A' }))
  const lot = [
    { amount: 300, parts },
    { amount: -5, reason: 'AM04' },
  ]
  const samples = [
    ...[good, camt053(lot, { version: '08', prefix: 'ns' }), camt054(lot)],
    ...[mt940_german, mt940_french, ofx_sgml, ofx_xml, csv_french, csv_german],
  ].map(text => Buffer.from(text))
  samples.push(Buffer.from(zipSync({ 'a.xml': samples[0]!, 'b.xml': samples[1]! })))
  const sample = fc.constantFrom(...samples)
  const options = { numRuns: runs(1000), seed: 20261101 }

  test('cut at any byte', async () => {
    for (const file of samples)
      for (let end = 0; end < file.length; end += thorough ? 1 : 11) await checkOutcome(file.subarray(0, end))
  })

  test('random bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), checkOutcome), options)
  })

  test('random bytes after a beginning that a reader accepts', async () => {
    await fc.assert(
      fc.asyncProperty(
        sample,
        fc.nat(600),
        fc.uint8Array({ maxLength: 500 }),
        async (file, at, bytes) => await checkOutcome(Buffer.concat([file.subarray(0, at), bytes, file.subarray(at)])),
      ),
      options,
    )
  })

  test('swapped and changed bytes', async () => {
    const change = fc.record({ at: fc.nat(), with: fc.nat(), byte: fc.option(fc.nat(255)) })
    await fc.assert(
      fc.asyncProperty(sample, fc.array(change, { minLength: 1, maxLength: 8 }), async (file, changes) => {
        const changed = Buffer.from(file)
        for (const { at, with: other, byte } of changes) {
          const [one, two] = [at % changed.length, other % changed.length]
          const [first, second] = [changed[one]!, changed[two]!]
          changed[one] = byte ?? second
          if (byte === null) changed[two] = first
        }
        await checkOutcome(changed)
      }),
      { ...options, numRuns: runs(5000) },
    )
  })

  test('parts repeated many times', async () => {
    const syntax = ['<', '<a>', '<Ntry>', '<STMTTRN>', '&', ':61:', ':86:/', '?20', '////', '"', ';', '\r', '\n:']
    const values = ['0', '0,', ' ', 'é', '\u00a0', '(', '-']
    for (const part of [...syntax, ...values])
      for (const file of ['', '<OFX>', ':20:1\n:25:', '<Document>', 'Date;Montant;Libelle\n']) {
        const start = process.cpuUsage()
        await checkOutcome(Buffer.from(file + part.repeat(thorough ? 200_000 : 20_000)))
        assert.ok(thorough || process.cpuUsage(start).user < 1_000_000, `${file} ${part}`)
      }
  })
})

const readCsv = (file: string | Uint8Array) => read(file, csv_settings)
const messageOf = (file: string | Uint8Array) => errorOf(file, csv_settings)

/** How often other requests are served while this file is read, if each look at the clock finds that enough time has passed. */
async function turnsDuring(mocks: TestContext['mock'], file: string) {
  let [clock, turns, done] = [0, 0, false]
  mocks.method(performance, 'now', () => {
    clock += 20
    return clock
  })
  const count = () => {
    if (done) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  await readCsv(file).catch(error => assert.ok(error instanceof ApiError, String(error)))
  done = true
  return turns
}

const row = '05/10/2026;05/10/2026;x;;1,00;\n'

describe('a large file does not stop the server', () => {
  test('the line of a wrong character is found at once, however many lines there are', async () => {
    const start = process.cpuUsage()
    const feeds = Buffer.alloc(20_000_000, 10)
    const file = Buffer.concat([Buffer.from('<?xml version="1.0"?>é'), feeds, Buffer.from('é\xff\n', 'latin1')])
    assert.match(await messageOf(file), /^Line 20000001: the file should be in UTF-8/)
    assert.ok(process.cpuUsage(start).user < 2_000_000)
  })

  test('the line of a wrong character is exact at each border between parts', async () => {
    for (const length of [0, 1, 200, 255, 256, 257, 65_000, 65_535, 65_536, 65_537, 70_000]) {
      const text = `<?xml version="1.0"?>\n${'é'.repeat(length / 2)}\n\n`
      for (const end of ['\xff\n\n', 'a\xc3\n', '\xe2\x82'])
        assert.match(await messageOf(Buffer.concat([Buffer.from(text), Buffer.from(end, 'latin1')])), /^Line 4:/)
    }
  })

  test('millions of line breaks, however they are written, are refused before the file is parsed', async () => {
    for (const feed of ['\n', '\r\n', '\r']) {
      checkLineBreaks(feed.repeat(2_000_000))
      assert.throws(() => checkLineBreaks(feed.repeat(2_000_001)), /more than 2000000 line breaks/)
    }
    for (const beginning of [csv_french, mt940_german, ofx_sgml])
      assert.match(await messageOf(beginning + '\n'.repeat(2_000_001)), /more than 2000000 line breaks/)
  })

  const movement = ':61:2610021002CR25,00NTRFNONREF\n:86:166?00GUTSCHRIFT?20Beitrag\n'
  const transaction = '<STMTTRN><DTPOSTED>20261002<TRNAMT>1.00</STMTTRN>\n'
  /** More turns than one of the steps of a reader would give alone. */
  const large: [string, string, turns: number][] = [
    ['rows of CSV', csv_french + row.repeat(2000), 2000],
    ['blank lines of CSV', csv_french + '\n'.repeat(330_000), 10],
    ['blank lines of MT940', mt940_german + '\n'.repeat(2000), 2000],
    ['movements of MT940', mt940_german.replace(':62F', `${movement.repeat(1000)}:62F`), 4000],
    ['elements of OFX', ofx_sgml.replace('</OFX>', `${'<A>'.repeat(2000)}</OFX>`), 2000],
    ['transactions of OFX', ofx_sgml.replace('</BANKTRANLIST>', `${transaction.repeat(500)}</BANKTRANLIST>`), 2500],
    ['elements of XML', camt053([{ amount: 500 }]).replace('</Ntry>', `${'<a/>'.repeat(160_000)}</Ntry>`), 9],
  ]
  for (const [what, file, turns] of large)
    test(`other requests are served between many ${what}`, async ({ mock }) => {
      assert.ok((await turnsDuring(mock, file)) >= turns)
    })

  test('rows of CSV are the same at each border between parts', async () => {
    const [header = ''] = csv_french.split(/(?<=\n)(?=0[56]\/10)/)
    const rows = Array.from({ length: 10_000 }, (_, index) =>
      index % 7 === 0
        ? `05/10/2026;05/10/2026;"é ""${index}""\nx";;1,00;\n`
        : `05/10/2026;05/10/2026;é ${index};;1,00;\n\n`,
    )
    const texts = (await readCsv(header + rows.join('')))[0]?.lines.map(({ text }) => text)
    assert.deepEqual(
      texts,
      Object.keys(rows).map(index => (Number(index) % 7 === 0 ? `é "${index}" x` : `é ${index}`)),
    )
    const row_number = (header + rows.join('')).replace(/\nx"/g, '').split('\n').length
    const refused = await messageOf(`${header}${rows.join('')}31/02/2026;05/10/2026;x;;1,00;\n`)
    assert.match(refused, new RegExp(`^Row ${row_number}:`))
  })

  test('a long cell of CSV is read whole', async () => {
    const text = 'é'.repeat(25_000)
    const [statement] = await readCsv(`${csv_french}05/10/2026;05/10/2026;"${text}\n";;1,00;\n${row.repeat(3000)}`)
    assert.equal(statement?.lines.length, 3004)
    assert.ok(statement.lines.some(line => line.text === text.slice(0, 2000)))
  })

  test('a file has at most 100 000 lines', async () => {
    assert.match(await messageOf(csv_french + row.repeat(100_001)), /more than 100000 lines/)
  })

  test('an archive has at most 50 MB and 200 files, and is refused before it is unpacked whole', async () => {
    const archive = Buffer.from(zipSync({ 'a.csv': [new Uint8Array(1024 * 1024), { level: 1 }] }))
    const directory = archive.indexOf('PK\x01\x02')
    const file = archive.subarray(0, directory)
    const bomb = Buffer.concat([...Array.from({ length: 51 }, () => file), archive.subarray(directory)])
    assert.ok(bomb.length < 1_000_000)
    assert.match(await messageOf(bomb), /larger than 50 MB/)
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.csv`, new Uint8Array(1)]))
    assert.match(await messageOf(zipSync(many, { level: 0 })), /more than 200 files/)
  })
})

describe('the elements of a camt file are bounded', () => {
  const file = camt053([{ amount: 500, text: 'Café' }])
  const lot = (count: number) =>
    camt053([{ amount: 500 }])
      .replace(/<NtryDtls>.*?<\/NtryDtls>/s, '')
      .replace('</Ntry>', `<NtryDtls>${'<TxDtls><Amt Ccy="EUR">1.00</Amt></TxDtls>'.repeat(count)}</NtryDtls></Ntry>`)

  test('elements that are not read are not kept', async () => {
    const others = `<Other>${'<Amt/>'.repeat(201_000)}</Other>${'<a/>'.repeat(201_000)}`
    assert.equal((await readCsv(file.replace('</Ntry>', `${others}</Ntry>`)))[0]?.lines.length, 1)
  })

  test('an entry has at most 200 000 elements, and all entries together may have more', async () => {
    const filled = file.replace('</Ntry>', `${'<Amt/>\n'.repeat(200_001)}</Ntry>`)
    assert.match(await messageOf(filled), /^Line \d{6}: an entry or a statement has more than 200000 elements/)
    const entries = camt053(Array.from({ length: 21 }, () => ({ amount: 500 })))
    const [statement] = await readCsv(entries.replaceAll('</Ntry>', `${'<Amt/>'.repeat(10_000)}</Ntry>`))
    assert.equal(statement?.lines.length, 21)
  })

  test('a statement has at most 1 000 elements beside its entries', async () => {
    const filled = file.replace('</Stmt>', `${'<Bal/>'.repeat(1100)}</Stmt>`)
    assert.match(await messageOf(filled), /^Line \d+: the statement has more than 1000/)
  })

  test('an entry has at most 10 000 transactions, which count as lines of the file', async () => {
    assert.match(await messageOf(lot(10_001)), /^Entry 1, line \d+: the entry has more than 10000 transactions/)
    const [statement] = await readCsv(lot(10_000))
    assert.equal(statement?.lines[0]?.details.length, 10_000)
    const full = lot(9500).replace(/<Ntry>.*<\/Ntry>/s, entry => entry.repeat(11))
    assert.match(await messageOf(full), /more than 100000 lines/)
  })
})
