import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import { ApiError } from '../../../../errors.ts'
import { csv_french, mt940_german, ofx_sgml } from '../../../../test/bank_file_samples.ts'
import { camt053 } from '../../../../test/bank_files.ts'
import { guessMapping } from './csv_guess.ts'
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

/** How often other work got a turn while a file was read. */
async function turnsDuring(work: Promise<unknown>) {
  let [turns, done] = [0, false]
  const count = () => {
    if (done) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  await work.finally(() => {
    done = true
  })
  return turns
}

const many = 2_000_100

describe('a large file does not stop the server', () => {
  test('the line of a wrong character is found at once, however many lines there are', async () => {
    const start = performance.now()
    const feeds = Buffer.alloc(20_000_000, 10)
    const file = Buffer.concat([Buffer.from('<?xml version="1.0"?>é'), feeds, Buffer.from('é\xff\n', 'latin1')])
    assert.match(await errorOf(file), /^Line 20000001: the file should be in UTF-8/)
    assert.ok(performance.now() - start < 5000)
  })

  test('the line of a wrong character is exact at each border between parts', async () => {
    for (const length of [0, 1, 200, 255, 256, 257, 65_000, 65_535, 65_536, 65_537, 70_000]) {
      const text = `<?xml version="1.0"?>\n${'é'.repeat(length / 2)}\n\n`
      for (const end of ['\xff\n\n', 'a\xc3\n', '\xe2\x82'])
        assert.match(await errorOf(Buffer.concat([Buffer.from(text), Buffer.from(end, 'latin1')])), /^Line 4:/)
    }
  })

  for (const [format, beginning] of Object.entries({ csv: csv_french, mt940: mt940_german, ofx: ofx_sgml }))
    for (const feed of ['\n', '\r\n', '\r'])
      test(`${format} with millions of line breaks ${JSON.stringify(feed)} is refused before it is parsed`, async () => {
        assert.match(await errorOf(beginning + feed.repeat(many)), /more than 2000000 line breaks/)
      })

  const row = '05/10/2026;05/10/2026;x;;1,00;\n'
  const movement = ':61:2610021002CR25,00NTRFNONREF\n:86:166?00GUTSCHRIFT?20Beitrag\n'
  const large: [string, string][] = [
    ['rows of CSV', csv_french + row.repeat(60_000)],
    ['blank lines of CSV', csv_french + '\n'.repeat(1_500_000)],
    ['blank lines of MT940', mt940_german + '\n'.repeat(1_500_000)],
    ['movements of MT940', mt940_german.replace(':62F', `${movement.repeat(60_000)}:62F`)],
    ['elements of OFX', ofx_sgml.replace('</OFX>', `${'<A>'.repeat(2_000_000)}</OFX>`)],
  ]
  for (const [what, file] of large)
    test(`other requests are served between many ${what}`, async () => {
      const files = await openBankFiles(Buffer.from(file))
      const reading = readStatements(files, csv).catch(error => assert.ok(error instanceof ApiError, String(error)))
      assert.ok((await turnsDuring(reading)) >= 4)
    })

  test('rows of CSV are the same at each border between parts', async () => {
    const [header = ''] = csv_french.split(/(?<=\n)(?=0[56]\/10)/)
    const rows = Array.from({ length: 30_000 }, (_, index) =>
      index % 7 === 0
        ? `05/10/2026;05/10/2026;"é ""${index}""\nx";;1,00;\n`
        : `05/10/2026;05/10/2026;é ${index};;1,00;\n\n`,
    )
    const [statement] = await read(header + rows.join(''))
    assert.deepEqual(
      statement?.lines.map(({ text }) => text),
      rows.map((_, index) => (index % 7 === 0 ? `é "${index}" x` : `é ${index}`)),
    )
    const row_number = (header + rows.join('')).replace(/\nx"/g, '').split('\n').length
    assert.match(
      await errorOf(`${header}${rows.join('')}31/02/2026;05/10/2026;x;;1,00;\n`),
      new RegExp(`^Row ${row_number}:`),
    )
  })

  test('a long cell of CSV is read whole', async () => {
    const text = 'é'.repeat(25_000)
    const [statement] = await read(`${csv_french}05/10/2026;05/10/2026;"${text}\n";;1,00;\n${row.repeat(3000)}`)
    assert.equal(statement?.lines.length, 3004)
    assert.ok(statement.lines.some(line => line.text === text.slice(0, 2000)))
  })
})

describe('the elements of a camt file are bounded', () => {
  const file = camt053([{ amount: 500, text: 'Café' }])
  const part = '<TxDtls><Amt Ccy="EUR">1.00</Amt></TxDtls>'
  const lot = (count: number) =>
    camt053([{ amount: 500 }])
      .replace(/<NtryDtls>.*?<\/NtryDtls>/s, '')
      .replace('</Ntry>', `<NtryDtls>${part.repeat(count)}</NtryDtls></Ntry>`)

  test('elements that are not read are not kept', async () => {
    const [statement] = await read(
      file.replace('</Ntry>', `<Other>${'<Amt/>'.repeat(300_000)}</Other>${'<a/>'.repeat(300_000)}</Ntry>`),
    )
    assert.equal(statement?.lines.length, 1)
  })

  test('too many elements in an entry', async () => {
    const filled = file.replace('</Ntry>', `${'<Amt/>\n'.repeat(210_000)}</Ntry>`)
    assert.match(await errorOf(filled), /^Line \d{6}: an entry or a statement has more than 200000 elements/)
  })

  test('many elements in all entries together are no hindrance', async () => {
    const entries = camt053(Array.from({ length: 30 }, () => ({ amount: 500 })))
    const [statement] = await read(entries.replaceAll('</Ntry>', `${'<Amt/>'.repeat(10_000)}</Ntry>`))
    assert.equal(statement?.lines.length, 30)
  })

  test('too many elements beside the entries', async () => {
    assert.match(
      await errorOf(file.replace('</Stmt>', `${'<Bal/>'.repeat(1100)}</Stmt>`)),
      /^Line \d+: the statement has more than 1000/,
    )
  })

  test('too many transactions in an entry', async () => {
    assert.match(await errorOf(lot(10_001)), /^Entry 1, line \d+: the entry has more than 10000 transactions/)
    const [statement] = await read(lot(10_000))
    assert.equal(statement?.lines[0]?.details.length, 10_000)
  })

  test('transactions inside of entries count as lines', async () => {
    const entries = camt053(Array.from({ length: 11 }, () => ({ amount: 500 })))
    const full = entries.replaceAll('</Ntry>', `<NtryDtls>${part.repeat(9500)}</NtryDtls></Ntry>`)
    assert.match(await errorOf(full), /more than 100000 lines/)
  })
})
