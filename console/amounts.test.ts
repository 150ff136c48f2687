import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digitsOf, hasTooManyDecimals, parseExactly, parseMoney, sumOf, wholeUnits } from './src/components/amounts.ts'

const most = Number.MAX_SAFE_INTEGER
const shown = (amount: number | bigint, currency: string, language = 'en') =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: digitsOf(currency),
    useGrouping: false,
  }).format(wholeUnits(amount, digitsOf(currency)))

describe('money', () => {
  test('is formatted exactly, whatever the amount', () => {
    const cases: [number | bigint, string, string][] = [
      [9_007_199_254_740_893, 'EUR', '90071992547408.93'],
      [most, 'eur', '90071992547409.91'],
      [BigInt(most) * 2n, 'EUR', '180143985094819.82'],
      [5, 'EUR', '0.05'],
      [0, 'EUR', '0.00'],
      [-1234, 'EUR', '-12.34'],
      [1234, 'JPY', '1234'],
      [1234, 'TND', '1.234'],
      [1249.5, 'EUR', '12.495'],
    ]
    for (const [amount, currency, text] of cases) assert.equal(shown(amount, currency), text)
  })

  test('a formatted amount parses back to the same amount', () => {
    for (const language of ['en', 'fr'])
      for (const currency of ['EUR', 'JPY', 'TND', 'CLF'])
        for (const amount of [0, 5, 1234, 1_234_567, 9_007_199_254_740_893, most - 1, most])
          assert.equal(parseMoney(shown(amount, currency, language), currency), amount, `${language} ${currency}`)
  })

  test('is parsed with either decimal separator, and refused when ambiguous or too large', () => {
    const cases: [string, string, number | undefined][] = [
      ['1,234.50 €', 'EUR', 123_450],
      ['1 234,50', 'EUR', 123_450],
      ['1.234', 'EUR', 123_400],
      ['1.234.567', 'TND', 1_234_567_000],
      ['1,234.567', 'TND', 1_234_567],
      ['1,234.567', 'EUR', undefined],
      ['12.345', 'JPY', 12_345],
      ['12.5', 'JPY', undefined],
      ['90071992547409.92', 'EUR', undefined],
      ['-5', 'EUR', undefined],
      ['', 'EUR', undefined],
    ]
    for (const [text, currency, amount] of cases)
      assert.equal(parseMoney(text, currency), amount, `${text} ${currency}`)
  })

  test('is refused with more decimals than the currency has, as the user writes them', () => {
    assert.equal(parseMoney('1,005', 'EUR', ','), undefined)
    assert.equal(parseMoney('1,005', 'EUR', '.'), 100_500)
    assert.equal(parseMoney('1.005', 'EUR', '.'), undefined)
    assert.equal(parseMoney('1.005,50', 'EUR', ','), 100_550)
  })

  test('says when only its decimals are too many', () => {
    const tooMany = [
      ['12,345', ','],
      ['1.005,505', ','],
      ['30.505', '.'],
    ] as const
    for (const [text, decimal] of tooMany) assert.ok(hasTooManyDecimals(text, 'EUR', decimal), text)
    const others = [
      ['12,34', ','],
      ['12.345', ','],
      ['x,345', ','],
      ['12,3a5', ','],
    ] as const
    for (const [text, decimal] of others) assert.ok(!hasTooManyDecimals(text, 'EUR', decimal), text)
  })

  test('is added exactly', () => {
    assert.equal(sumOf([most, 2, most]), BigInt(most) * 2n + 2n)
    assert.equal(sumOf([]), 0n)
  })
  test('is read from a response to the cent, however much it is', () => {
    const text = '{"sums":[5,9007199254740993,-9007199254740993],"share":0.5,"large":1e300,"name":"9007199254740993"}'
    assert.deepEqual(parseExactly(text), {
      sums: [5, 9_007_199_254_740_993n, -9_007_199_254_740_993n],
      share: 0.5,
      large: 1e300,
      name: '9007199254740993',
    })
  })
})
