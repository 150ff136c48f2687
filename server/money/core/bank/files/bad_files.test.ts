import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
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
import { guessMapping } from './csv_guess.ts'
import { type CsvSettings, openBankFiles, readStatements } from './read.ts'

const csv_settings: CsvSettings = { mapping: guessMapping(csv_french)!, currency: 'EUR' }
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
    if (file.length < 5000) guessMapping(Buffer.from(file).toString())
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
