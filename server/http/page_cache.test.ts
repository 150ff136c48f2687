import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PageCache } from './page_cache.ts'

const megabyte = 1024 * 1024

describe('cached pages', () => {
  test('are returned by name, each with the stamp it was cached with last', () => {
    const answers = new PageCache()
    const cached = (name: string) => {
      const { stamp, body } = answers.get(name) ?? {}
      return [stamp, body?.toString()]
    }
    answers.set('page', { stamp: 'one', body: Buffer.from('1') })
    assert.deepEqual(
      [cached('page'), cached('other')],
      [
        ['one', '1'],
        [undefined, undefined],
      ],
    )
    answers.set('page', { stamp: 'two', body: Buffer.from('2') })
    assert.deepEqual(cached('page'), ['two', '2'])
  })

  test('use at most 16 MB together: the least recently used are dropped first', () => {
    const answers = new PageCache()
    const keep = (name: string) => answers.set(name, { stamp: '', body: Buffer.alloc(megabyte) })
    for (let number = 0; number < 16; number++) keep(String(number))
    assert.ok(answers.get('0'))
    keep('16')
    // Storing a page again does not count its size twice.
    for (let time = 0; time < 20; time++) keep('16')
    assert.deepEqual(
      ['0', '1', '2'].map(name => answers.get(name) !== undefined),
      [true, false, true],
    )
  })

  test('are at most 500, however small', () => {
    const answers = new PageCache()
    for (let number = 0; number < 600; number++) answers.set(String(number), { stamp: '', body: Buffer.from('1') })
    const kept = Array.from({ length: 600 }, (_, number) => answers.get(String(number)) !== undefined)
    assert.deepEqual([kept.filter(Boolean).length, kept[99], kept[100]], [500, false, true])
  })

  test('a very large page is not cached, and removes the one before', () => {
    const answers = new PageCache()
    answers.set('page', { stamp: '', body: Buffer.alloc(1) })
    answers.set('page', { stamp: '', body: Buffer.alloc(megabyte + 1) })
    assert.equal(answers.get('page'), undefined)
  })
})
