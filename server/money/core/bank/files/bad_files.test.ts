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
  const cases: [string, string | Uint8Array, RegExp][] = [
    ['an empty file', '', /is empty/],
    ['an entity bomb', bomb, /^Line 1: the file declares a document type/],
    ['an entity that is not declared', good.replace('Café', '&lol;'), /^Line \d+: the file is not valid XML: .*entity/],
    ['an XML file that is cut', good.slice(0, -60), /not valid XML: unclosed tag.*download it again/],
    ['another XML file', '<?xml version="1.0"?><rss/>', /not a camt.053 or camt.054/],
    ['an interim report', '<Document><BkToCstmrAcctRpt/></Document>', /camt.052/],
    ['elements nested too deeply', '<a>'.repeat(1000), /nested too deeply/],
    [
      'another character set than declared',
      Buffer.from(good, 'latin1'),
      /^Line 4: the file should be in UTF-8, but a character is not/,
    ],
    ['an unknown character set', good.replace('UTF-8', 'KLINGON'), /character set KLINGON is unknown/],
    [
      'a day that does not exist',
      good.replace('<BookgDt><Dt>2026-10-05', '<BookgDt><Dt>2026-02-31'),
      /^Entry 1, line 4: 2026-02-31 is not a day/,
    ],
    ['no amount', good.replace('>5.00<', '><'), /^Entry 1, line 4: “” is not an amount/],
    [
      'too many decimals',
      good.replace('>5.00<', '>5.001<'),
      /^Entry 1, line 4: the amount “5.001” has more decimals than EUR/,
    ],
    ['a huge amount', good.replace('>5.00<', `>${'9'.repeat(30)}<`), /^Entry 1, line 4: the amount .* is too large/],
    [
      'another currency in an entry',
      camt053([{ amount: 5, currency: 'CHF' }]),
      /^Entry 1, line 4: the amount is in CHF, but the account is in EUR/,
    ],
    ['an IBAN with a wrong check digit', good.replace('FR76', 'FR77'), /is not a valid IBAN/],
    [
      'lines that do not give the closing balance',
      camt053([{ amount: 500 }], { closing: 100_400 }),
      /^Statement STMT-1: the opening balance 1000.00 EUR and the lines give 1005.00 EUR, but the closing balance is 1004.00 EUR/,
    ],
    [
      'an MT940 file that is cut',
      mt940_german.slice(0, mt940_german.indexOf(':62F')),
      /^Line 1: the statement has no closing balance/,
    ],
    [
      'an MT940 movement on no day',
      mt940_german.replace('2610021002', '2602311002'),
      /^Line 5: 31.02.2026 is not a day/,
    ],
    [
      'an MT940 movement without an amount',
      mt940_german.replace('CR25,00', 'CR'),
      /^Line 5: field 61 must be a movement/,
    ],
    [
      'an MT940 balance of letters',
      mt940_german.replace('C261001EUR1500,00', 'CABC'),
      /^Line 4: field 60F must be a balance/,
    ],
    [
      'MT940 sums that do not agree',
      mt940_german.replace('CR25,00', 'CR26,00'),
      /but the closing balance is 1489.10 EUR/,
    ],
    ['an OFX file that is cut', ofx_sgml.slice(0, -40), /the end <\/OFX> is missing/],
    [
      'an OFX day that does not exist',
      ofx_sgml.replace('<DTPOSTED>20261002', '<DTPOSTED>20261302'),
      /^Line 17: 20261302 is not a day/,
    ],
    [
      'an OFX transaction without an amount',
      ofx_sgml.replace('<TRNAMT>+25.00', ''),
      /^Line 17: the transaction has no TRNAMT/,
    ],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), /not a text file/],
    ['an archive that is cut', zipSync({ a: Buffer.from(good.repeat(30)) }).slice(0, 300), /archive is damaged/],
    ['an archive without files', zipSync({}), /has no files|damaged/],
    ['an error inside of an archive', zipSync({ 'a.xml': Buffer.from('<x/>') }), /^File a.xml: This XML file is not/],
    ['a spreadsheet', zipSync({ '[Content_Types].xml': Buffer.from('<Types/>') }), /Save it as CSV/],
    ['an archive in an archive', zipSync({ a: zipSync({ b: Buffer.from(good) }) }), /^File a: An archive inside/],
    ['CSV without a mapping', csv_french, /save csv_mapping in the bank account/],
  ]
  for (const [what, file, message] of cases) test(what, async () => assert.match(await errorOf(file), message))

  const csv_cases: [string, string, RegExp][] = [
    ['a row of CSV on no day', csv_french.replace('05/10/2026;', '31/02/2026;'), /^Row 6: 31\/02\/2026 is not a day/],
    [
      'a row of CSV with another way to write days',
      csv_french.replace('05/10/2026;', '2026-10-05;'),
      /^Row 6: “2026-10-05” is not a day written as DD\/MM\/YYYY/,
    ],
    [
      'the other decimal sign',
      csv_french.replace('30,00', '30.00'),
      /^Row 6: “30.00” is not an amount with “,” before the cents/,
    ],
    [
      'a balance that does not follow',
      csv_french.replace('30,00', '31,00'),
      /^Row 6: the balance -15.40 EUR does not follow from the line before, which gives -16.40 EUR/,
    ],
    [
      'a row that is cut',
      csv_french.slice(0, csv_french.lastIndexOf(';14,60;')),
      /^Row 7: it has 4 columns in place of 6/,
    ],
    [
      'fewer columns than the mapping',
      'a;b\n1;2\n\n\nx;y\n',
      /^Row 5: it has 2 columns, but the mapping of the account uses column 6/,
    ],
    [
      'both a debit and a credit',
      csv_french.replace('30,00;;', '30,00;1,00;'),
      /^Row 6: it has both a debit and a credit/,
    ],
    ['no lines', csv_french.slice(0, csv_french.indexOf('06/10/2026;06')), /no lines with an amount/],
    ['a quote that is not closed', csv_french.replace('2026";;', '2026;;'), /^Row 5: a quote is not closed/],
  ]
  for (const [what, file, message] of csv_cases)
    test(what, async () => assert.match(await errorOf(file, csv_settings), message))

  test('with the quotation marks of the reader around a value', async () => {
    const detail = await detailOf(csv_french.replace('30,00', '30.00'), csv_settings)
    assert.match(translate(detail, 'fr'), /^Ligne 6 : « 30\.00 » n’est pas un montant avec « , »/)
  })

  test('a character set that the mapping fixes and the file does not have', async () => {
    const mapping = { ...csv_settings.mapping, encoding: 'utf-8' as const }
    assert.match(
      await errorOf(Buffer.from(csv_french, 'latin1'), { ...csv_settings, mapping }),
      /^Line 1: the file should be in UTF-8/,
    )
  })

  test('an archive of 100 MB in a few bytes is refused before it is unpacked whole', async () => {
    const bomb = zipSync({ 'a.csv': [new Uint8Array(100 * 1024 * 1024), { level: 1 }] })
    assert.ok(bomb.length < 1_000_000)
    assert.match(await errorOf(bomb), /larger than 50 MB/)
  })

  test('more lines than the maximum', async () => {
    const row = '05/10/2026;05/10/2026;x;;1,00;\n'
    assert.match(await errorOf(csv_french + row.repeat(100_001), csv_settings), /more than 100000 lines/)
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
  const lot = [
    {
      amount: 300,
      parts: [
        { amount: 100, name: 'A' },
        { amount: 200, name: 'B' },
      ],
    },
    { amount: -5, reason: 'AM04' },
  ]
  const samples = [
    ...[good, camt053(lot, { version: '08', prefix: 'ns' }), camt054(lot)],
    ...[mt940_german, mt940_french, ofx_sgml, ofx_xml, csv_french, csv_german],
  ].map(text => Buffer.from(text))
  samples.push(Buffer.from(zipSync({ 'a.xml': samples[0]!, 'b.xml': samples[1]! })))
  const sample = fc.constantFrom(...samples)
  const runs = { numRuns: 400, seed: 20261101 }

  test('cut at any byte', async () => {
    for (const file of samples) for (let end = 0; end < file.length; end += 3) await checkOutcome(file.subarray(0, end))
  })

  test('random bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), checkOutcome), runs)
  })

  test('random bytes after a beginning that a reader accepts', async () => {
    await fc.assert(
      fc.asyncProperty(
        sample,
        fc.nat(600),
        fc.uint8Array({ maxLength: 500 }),
        async (file, at, bytes) => await checkOutcome(Buffer.concat([file.subarray(0, at), bytes, file.subarray(at)])),
      ),
      runs,
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
      { ...runs, numRuns: 2000 },
    )
  })

  test('parts repeated many times', async () => {
    for (const part of [
      '<',
      '<a>',
      '<Ntry>',
      ':61:',
      ':86:/',
      '?20',
      '////',
      '"',
      '0',
      '0,',
      ' ',
      ';',
      '\r',
      '\n:',
      '<STMTTRN>',
      '&',
      'é',
      '\u00a0',
      '(',
      '-',
    ])
      for (const file of ['', '<OFX>', ':20:1\n:25:', '<Document>', 'Date;Montant;Libelle\n'])
        await checkOutcome(Buffer.from(file + part.repeat(200_000)))
  })
})
