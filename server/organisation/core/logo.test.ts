import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPdf } from '../../pdf/document.ts'
import { aJpeg, aPng } from '../../test/images.ts'
import { logo_pixels_max, printableLogo } from './logo.ts'

const place = Buffer.concat([Buffer.from('ffe1000a', 'hex'), Buffer.from('45.7N4.8')])

const printable: [what: string, image: Buffer][] = [
  ['transparent', aPng()],
  ['in colours', aPng({ kind: 2 })],
  ['in grey with one bit', aPng({ kind: 0, bits: 1 })],
  ['with a palette', aPng({ kind: 3 })],
  ['in grey with transparency, at its largest', aPng({ kind: 4, width: logo_pixels_max, height: logo_pixels_max })],
  ['a JPEG', aJpeg()],
  ['a JPEG in grey', aJpeg({ colours: 1 })],
  ['a progressive JPEG', aJpeg({ frame: 0xc2 })],
]

const damaged: [what: string, image: Buffer][] = [
  ['empty', Buffer.alloc(0)],
  ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['only the start of a PNG', aPng().subarray(0, 8)],
  ['a PNG that was cut', aPng().subarray(0, -20)],
  ['a PNG with too few rows', aPng({ rows: Buffer.alloc(40) })],
  ['a PNG with too many rows, which would fill the memory', aPng({ rows: Buffer.alloc(9_000_000) })],
  ['a PNG whose rows have an unknown filter', aPng({ rows: Buffer.alloc(51, 9) })],
  ['a PNG with two headers', aPng({ others: [['IHDR', Buffer.alloc(13, 1)]] })],
  ['interlaced', aPng({ interlaced: 1 })],
  ['with 16 bits', aPng({ bits: 16 })],
  ['without a pixel', aPng({ width: 0 })],
  ['too wide', aPng({ width: logo_pixels_max + 1 })],
  ['a JPEG in the colours of printers', aJpeg({ colours: 4 })],
  ['a JPEG without losses', aJpeg({ frame: 0xc3 })],
  ['a JPEG that is too high', aJpeg({ height: logo_pixels_max + 1 })],
  ['a JPEG without pixels', aJpeg().subarray(0, 15)],
  ['a JPEG with a length of nothing', aJpeg({ others: [Buffer.from('ffe00000', 'hex')] })],
]

describe('a logo', () => {
  for (const [what, image] of printable)
    test(`that is ${what} can be printed`, async () => {
      const logo = printableLogo(image)
      assert.ok(logo)
      const pdf = await newPdf({ title: 'Logo', language: 'en', author: 'Muster', footer: () => '' })
      pdf.logo(logo, 'Two Rivers')
      assert.match(
        (await pdf.end()).toString('latin1'),
        /\/Subtype \/Image[\s\S]*\/Alt \(Two Rivers\)|\/Alt \(Two Rivers\)[\s\S]*\/Subtype \/Image/,
      )
    })

  for (const [what, image] of damaged)
    test(`that is ${what} is refused`, () => assert.equal(printableLogo(image), undefined))

  test('is kept without texts, places and what follows it', () => {
    const text: [string, Buffer] = ['tEXt', Buffer.from('Author\0Ada')]
    for (const [image, secret] of [
      [aPng({ others: [text] }), 'Ada'],
      [Buffer.concat([aPng(), Buffer.from('Ada')]), 'Ada'],
      [aJpeg({ others: [place] }), '45.7N'],
    ] as const) {
      assert.ok(image.includes(secret))
      assert.equal(printableLogo(image)?.includes(secret), false)
    }
    assert.deepEqual(printableLogo(aPng()), aPng())
    assert.deepEqual(printableLogo(aJpeg()), aJpeg())
  })
})
