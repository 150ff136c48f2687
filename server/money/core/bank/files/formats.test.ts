import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import { zipSync } from 'fflate'
import {
  csv_french,
  csv_german,
  mt940_french,
  mt940_german,
  ofx_sgml,
  ofx_xml,
} from '../../../../test/bank_file_samples.ts'
import { camt053, camt054, ibans } from '../../../../test/bank_files.ts'
import { guessMapping, sampleRows } from './csv_guess.ts'
import { type CsvSettings, openBankFiles, readStatements } from './read.ts'

const read = async (file: string | Uint8Array, csv?: CsvSettings) =>
  readStatements(await openBankFiles(typeof file === 'string' ? Buffer.from(file) : file, csv?.mapping.encoding), csv)
const readOne = async (file: string | Uint8Array, csv?: CsvSettings) => {
  const statements = await read(file, csv)
  assert.equal(statements.length, 1)
  return statements[0]!
}
const values = (lines: object[], ...names: string[]) =>
  lines.map(line => names.map(name => (line as Record<string, unknown>)[name]).join(' | '))
const guessOf = (text: string) => guessMapping(sampleRows(text))
const guessed = (text: string): CsvSettings => ({ mapping: guessOf(text)!.mapping, currency: 'EUR' })

describe('camt.053', () => {
  const entries = [
    {
      ...{ amount: 2500, reference: 'B-1', name: 'Anne Petit & fils', iban: ibans.anne },
      ...{ text: 'Cotisation 2026 – Zoé', end_to_end_id: 'COTIS-9' },
    },
    { amount: -590, reference: 'B-2', name: 'La Banque', text: 'Frais' },
  ]

  for (const version of ['02', '04', '08'] as const)
    for (const prefix of ['', 'n0'])
      test(`version ${version} is read${prefix && ' with a prefix of the namespace'}`, async () => {
        const { lines, ...statement } = await readOne(camt053(entries, { version, prefix }))
        assert.deepEqual(statement, {
          ...{ format: 'camt.053', iban: ibans.lyon, number: '', currency: 'EUR', reference: 'STMT-1' },
          ...{ from_date: '2026-10-05', to_date: '2026-10-05', opening_balance: 100_000, closing_balance: 101_910 },
        })
        assert.deepEqual(lines[0], {
          ...{ amount: 2500, date: '2026-10-05', value_date: '2026-10-05', text: 'Cotisation 2026 – Zoé' },
          ...{ counterparty: 'Anne Petit & fils', counterparty_iban: ibans.anne, end_to_end_id: 'COTIS-9' },
          ...{ mandate_id: '', bank_reference: 'B-1', return_reason: '', details: [] },
        })
        assert.equal(lines[1]?.amount, -590)
        assert.equal(lines[1]?.end_to_end_id, '', 'NOTPROVIDED is no reference')
      })

  test('a lot of debits is one line with its transactions', async () => {
    const parts = [
      { amount: 1000, name: 'A', iban: ibans.anne, end_to_end_id: 'E1', mandate_id: 'M1' },
      { amount: 2000, name: 'B', end_to_end_id: 'E2', mandate_id: 'M2' },
    ]
    const { lines } = await readOne(camt053([{ amount: 3000, parts }], { version: '08' }))
    assert.equal(lines.length, 1)
    assert.match(lines[0]!.text, /LOT-2026-10-05/)
    const details = values(lines[0]!.details, 'amount', 'counterparty', 'end_to_end_id', 'mandate_id')
    assert.deepEqual(details, ['1000 | A | E1 | M1', '2000 | B | E2 | M2'])
  })

  test('a returned debit has its reason code, and the debtor as the counterparty', async () => {
    const entry = { amount: -3000, name: 'Bert', reason: 'AM04', end_to_end_id: 'E1', reversal: true }
    const { lines } = await readOne(camt053([entry]))
    assert.deepEqual([lines[0]?.return_reason, lines[0]?.counterparty, lines[0]?.amount], ['AM04', 'Bert', -3000])
  })

  test('entries that are not booked are left out', async () => {
    for (const version of ['02', '08'] as const) {
      const { lines } = await readOne(camt053([{ amount: 5 }, { amount: 7, status: 'PDNG' }], { version }))
      assert.deepEqual(values(lines, 'amount'), ['5'])
    }
  })

  test('amounts have the minor unit of their currency', async () => {
    const yen = camt053([{ amount: 100 }], { currency: 'JPY', opening: 0 })
    const { lines, closing_balance } = await readOne(yen.replaceAll('1.00', '1234'))
    assert.deepEqual([lines[0]?.amount, closing_balance], [1234, 1234])
    const dinar = camt053([{ amount: 100 }], { currency: 'KWD', opening: 0 })
    assert.equal((await readOne(dinar.replaceAll('1.00', '1.234'))).lines[0]?.amount, 1234)
  })

  test('a declared character set is used', async () => {
    const text = camt053([{ amount: 5, text: 'Zoé œuvre' }]).replace('UTF-8', 'ISO-8859-15')
    const bytes = Buffer.from(text.replace('œ', '\xbd'), 'latin1')
    assert.equal((await readOne(bytes)).lines[0]?.text, 'Zoé œuvre')
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    assert.equal((await readOne(utf16)).lines[0]?.text, 'Zoé œuvre')
  })

  test('control characters and characters that change the direction of text are removed, long texts are cut', async () => {
    const { lines } = await readOne(camt053([{ amount: 5, text: `a\u202eb\n\tc${'x'.repeat(3000)}` }]))
    assert.match(lines[0]!.text, /^a b cx+$/)
    assert.equal(lines[0]!.text.length, 2000)
  })

  test('a zip archive may hold several files, by name', async () => {
    const archive = zipSync({
      'b.xml': Buffer.from(camt053([{ amount: 7 }], { opening: 5 })),
      'folder/a.xml': Buffer.from(camt053([{ amount: 5 }], { opening: 0 })),
      '__MACOSX/._a.xml': Buffer.from('junk'),
    })
    assert.deepEqual(values(await read(archive), 'opening_balance'), ['0', '5'])
  })
})

test('camt.054 has lines and no balances', async () => {
  const { format, opening_balance, closing_balance, lines } = await readOne(camt054([{ amount: 5, reference: 'R' }]))
  assert.deepEqual([format, opening_balance, closing_balance, lines.length], ['camt.054', null, null, 1])
})

describe('MT940', () => {
  test('of a German bank is read with its structured information', async () => {
    const statement = await readOne(mt940_german)
    assert.deepEqual([statement.number, statement.iban, statement.currency], ['37040044/0532013000', '', 'EUR'])
    assert.deepEqual([statement.opening_balance, statement.closing_balance], [150_000, 148_910])
    const [fee, returned] = statement.lines.slice(1)
    assert.deepEqual(statement.lines[0], {
      ...{ amount: 2500, date: '2026-10-02', value_date: '2026-10-02', text: 'Mitgliedsbeitrag 2026 Anna Müster' },
      ...{ counterparty: 'Anna Müster', counterparty_iban: 'DE02120300000000202051', end_to_end_id: 'MUSTER-77' },
      ...{ mandate_id: '', bank_reference: '2610021234', return_reason: '', details: [] },
    })
    assert.deepEqual([fee?.amount, fee?.text], [-590, 'Kontofuehrung Oktober'])
    assert.deepEqual([returned?.amount, returned?.return_reason, returned?.mandate_id], [-3000, 'AM04', 'M-12'])
  })

  test('of a French bank is read, with the entry date in the year before the value date', async () => {
    const statement = await readOne(mt940_french)
    assert.partialDeepStrictEqual(statement, { iban: ibans.lyon, opening_balance: -1250, closing_balance: -114_706 })
    const [credit, cheque] = statement.lines
    assert.deepEqual([credit?.date, credit?.value_date], ['2026-12-31', '2027-01-02'])
    const payer = { counterparty: 'Anne Petit', counterparty_iban: ibans.anne, end_to_end_id: 'COTIS-9' }
    assert.partialDeepStrictEqual(credit, { text: 'Cotisation 2026 VIR SEPA', ...payer })
    assert.equal(cheque?.text, 'CHEQUE 0123456 PAPETERIE DU RHONE CHQ 123456')
  })

  test('in Windows-1252 is recognised', async () => {
    const bytes = Buffer.from(mt940_german, 'latin1')
    assert.equal((await readOne(bytes)).lines[0]?.counterparty, 'Anna Müster')
  })
})

describe('OFX', () => {
  test('in SGML is read, with the balance of the last day', async () => {
    const statement = await readOne(ofx_sgml)
    assert.equal(statement.number, '30006/00001/12345678901')
    assert.deepEqual([statement.from_date, statement.to_date], ['2026-10-01', '2026-10-10'])
    assert.deepEqual([statement.opening_balance, statement.closing_balance], [100_000, 99_500])
    const [credit, returned] = statement.lines
    assert.deepEqual([credit?.bank_reference, credit?.text], ['F1', 'VIR MLLE PETIT & CIE COTISATION 2026'])
    assert.deepEqual([returned?.date, returned?.amount, returned?.return_reason], ['2026-10-09', -3000, 'AM04'])
  })

  test('in XML is read with a single transaction, and a balance of a later day is not used', async () => {
    const statement = await readOne(ofx_xml)
    assert.deepEqual([statement.iban, statement.opening_balance, statement.closing_balance], [ibans.lyon, null, null])
    assert.deepEqual(values(statement.lines, 'amount', 'text'), ['123450 | Zoé'])
  })
})

describe('CSV', () => {
  test('of a French bank is read as its columns say, the oldest line first', async () => {
    const csv = guessed(csv_french)
    assert.deepEqual(csv.mapping, {
      ...{ encoding: 'auto', separator: 'auto', skip_rows: 3, date_format: 'DD/MM/YYYY', decimal: ',' },
      ...{ date: 0, value_date: 1, text: [2], debit: 3, credit: 4, balance: 5 },
    })
    const [utf8, latin1, marked] = [csv_french, csv_french, `\ufeff${csv_french}`]
    for (const bytes of [Buffer.from(utf8), Buffer.from(latin1, 'latin1'), Buffer.from(marked)]) {
      const statement = await readOne(bytes, csv)
      assert.deepEqual([statement.opening_balance, statement.closing_balance], [0, 121_910])
      assert.deepEqual(values(statement.lines, 'date', 'amount', 'text', 'return_reason'), [
        '2026-10-02 | 1460 | REM CHQ 0042 | ',
        '2026-10-05 | -3000 | PRLV SEPA REJETE AM04 DURAND | AM04',
        '2026-10-06 | 123450 | VIR SEPA Mme Léa Marchand Cotisation 2026 | ',
      ])
    }
  })

  test('of a German bank is read, and the own account is not the counterparty', async () => {
    const csv = guessed(csv_german)
    const { lines } = await readOne(Buffer.from(csv_german, 'latin1'), csv)
    assert.deepEqual(values(lines, 'date', 'amount', 'text', 'counterparty', 'counterparty_iban'), [
      '2026-10-02 | 2500 | GUTSCHRIFT Beitrag 2026 | Jörg Groß | DE02120300000000202051',
      '2026-10-05 | -590 | ENTGELT Kontoführung |  | ',
    ])
  })

  const english = 'Date,Description,Amount,Reference\n'
  const cells = {
    '12.50': 1250,
    '"1,234.50"': 123_450,
    '12.50-': -1250,
    '(12.50)': -1250,
    '-£12.50': -1250,
    '£ 12': 1200,
  }
  const more_cells = { '+12.5': 1250, "1'234.50": 123_450, '−7.00': -700, '7.00 DR': -700, '-7.00-': 700 }
  for (const [cell, amount] of Object.entries({ ...cells, ...more_cells }))
    test(`reads ${cell} as ${amount}`, async () => {
      const text = `${english}2026-10-01,First,1.00,A1\n2026-10-02,Second,${cell},A2\n`
      const statement = await readOne(text, guessed(text))
      assert.equal(statement.lines[1]?.amount, amount)
      assert.equal(statement.lines[1]?.bank_reference, 'A2')
    })

  test('a mapping is not guessed where no column is a day or an amount', async () => {
    for (const text of ['a,b\n1,2\n', 'Date,Text\n2026-10-01,x\n', '', '\n\n']) assert.equal(guessOf(text), undefined)
  })

  for (const header of ['Date;Label;Debit;Credit', 'Date;Libellé;Débit;Crédit'])
    for (const decimal of ['.', ','] as const)
      test(`of ${header} with “${decimal}” before the cents is guessed to have two columns of amounts`, async () => {
        const text = `${header}\n05/10/2026;Fees;8${decimal}40;\n06/10/2026;Ada;;1200${decimal}00\n`
        const { mapping } = guessOf(text)!
        const { date, text: texts, debit, credit } = mapping
        assert.deepEqual([date, texts, debit, credit, mapping.decimal], [0, [1], 2, 3, decimal])
        assert.deepEqual(values((await readOne(text, guessed(text))).lines, 'amount'), ['-840', '120000'])
      })
})
