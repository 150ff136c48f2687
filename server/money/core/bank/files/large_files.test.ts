import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, type TestContext, test } from 'node:test'
import { zipSync } from 'fflate'
import { ApiError } from '../../../../errors.ts'
import { csv_french, mt940_german, ofx_sgml } from '../../../../test/bank_file_samples.ts'
import { camt053 } from '../../../../test/bank_files.ts'
import { guessMapping } from './csv_guess.ts'
import { checkLineBreaks } from './limits.ts'
import { type CsvSettings, openBankFiles, readStatements } from './read.ts'

const csv: CsvSettings = { mapping: guessMapping(csv_french)!, currency: 'EUR' }
const read = async (file: string | Uint8Array) =>
  readStatements(await openBankFiles(typeof file === 'string' ? Buffer.from(file) : file), csv)

async function errorOf(file: string | Uint8Array) {
  const error = await read(file).then(
    () => assert.fail('the file was read'),
    error => error,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error.message
}

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
  await read(file).catch(error => assert.ok(error instanceof ApiError, String(error)))
  done = true
  return turns
}

const row = '05/10/2026;05/10/2026;x;;1,00;\n'

describe('a large file does not stop the server', () => {
  test('the line of a wrong character is found at once, however many lines there are', async () => {
    const start = process.cpuUsage()
    const feeds = Buffer.alloc(20_000_000, 10)
    const file = Buffer.concat([Buffer.from('<?xml version="1.0"?>é'), feeds, Buffer.from('é\xff\n', 'latin1')])
    assert.match(await errorOf(file), /^Line 20000001: the file should be in UTF-8/)
    assert.ok(process.cpuUsage(start).user < 2_000_000)
  })

  test('the line of a wrong character is exact at each border between parts', async () => {
    for (const length of [0, 1, 200, 255, 256, 257, 65_000, 65_535, 65_536, 65_537, 70_000]) {
      const text = `<?xml version="1.0"?>\n${'é'.repeat(length / 2)}\n\n`
      for (const end of ['\xff\n\n', 'a\xc3\n', '\xe2\x82'])
        assert.match(await errorOf(Buffer.concat([Buffer.from(text), Buffer.from(end, 'latin1')])), /^Line 4:/)
    }
  })

  test('millions of line breaks, however they are written, are refused before the file is parsed', async () => {
    for (const feed of ['\n', '\r\n', '\r']) {
      checkLineBreaks(feed.repeat(2_000_000))
      assert.throws(() => checkLineBreaks(feed.repeat(2_000_001)), /more than 2000000 line breaks/)
    }
    for (const beginning of [csv_french, mt940_german, ofx_sgml])
      assert.match(await errorOf(beginning + '\n'.repeat(2_000_001)), /more than 2000000 line breaks/)
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
    const texts = (await read(header + rows.join('')))[0]?.lines.map(({ text }) => text)
    assert.deepEqual(
      texts,
      Object.keys(rows).map(index => (Number(index) % 7 === 0 ? `é "${index}" x` : `é ${index}`)),
    )
    const row_number = (header + rows.join('')).replace(/\nx"/g, '').split('\n').length
    const refused = await errorOf(`${header}${rows.join('')}31/02/2026;05/10/2026;x;;1,00;\n`)
    assert.match(refused, new RegExp(`^Row ${row_number}:`))
  })

  test('a long cell of CSV is read whole', async () => {
    const text = 'é'.repeat(25_000)
    const [statement] = await read(`${csv_french}05/10/2026;05/10/2026;"${text}\n";;1,00;\n${row.repeat(3000)}`)
    assert.equal(statement?.lines.length, 3004)
    assert.ok(statement.lines.some(line => line.text === text.slice(0, 2000)))
  })

  test('a file has at most 100 000 lines', async () => {
    assert.match(await errorOf(csv_french + row.repeat(100_001)), /more than 100000 lines/)
  })

  test('an archive has at most 50 MB and 200 files, and is refused before it is unpacked whole', async () => {
    const archive = Buffer.from(zipSync({ 'a.csv': [new Uint8Array(1024 * 1024), { level: 1 }] }))
    const directory = archive.indexOf('PK\x01\x02')
    const file = archive.subarray(0, directory)
    const bomb = Buffer.concat([...Array.from({ length: 51 }, () => file), archive.subarray(directory)])
    assert.ok(bomb.length < 1_000_000)
    assert.match(await errorOf(bomb), /larger than 50 MB/)
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.csv`, new Uint8Array(1)]))
    assert.match(await errorOf(zipSync(many)), /more than 200 files/)
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
    assert.equal((await read(file.replace('</Ntry>', `${others}</Ntry>`)))[0]?.lines.length, 1)
  })

  test('an entry has at most 200 000 elements, and all entries together may have more', async () => {
    const filled = file.replace('</Ntry>', `${'<Amt/>\n'.repeat(200_001)}</Ntry>`)
    assert.match(await errorOf(filled), /^Line \d{6}: an entry or a statement has more than 200000 elements/)
    const entries = camt053(Array.from({ length: 21 }, () => ({ amount: 500 })))
    const [statement] = await read(entries.replaceAll('</Ntry>', `${'<Amt/>'.repeat(10_000)}</Ntry>`))
    assert.equal(statement?.lines.length, 21)
  })

  test('a statement has at most 1 000 elements beside its entries', async () => {
    const filled = file.replace('</Stmt>', `${'<Bal/>'.repeat(1100)}</Stmt>`)
    assert.match(await errorOf(filled), /^Line \d+: the statement has more than 1000/)
  })

  test('an entry has at most 10 000 transactions, which count as lines of the file', async () => {
    assert.match(await errorOf(lot(10_001)), /^Entry 1, line \d+: the entry has more than 10000 transactions/)
    const [statement] = await read(lot(10_000))
    assert.equal(statement?.lines[0]?.details.length, 10_000)
    const full = lot(9500).replace(/<Ntry>.*<\/Ntry>/s, entry => entry.repeat(11))
    assert.match(await errorOf(full), /more than 100000 lines/)
  })
})
