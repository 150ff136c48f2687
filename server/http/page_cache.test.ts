import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { KeptAnswers } from './page_cache.ts'

const megabyte = 1024 * 1024

describe('kept answers', () => {
  test('an answer is given for the stamp that it was kept with, and for no other', () => {
    const answers = new KeptAnswers()
    answers.keep('page', { stamp: 'one', body: Buffer.from('1') })
    assert.equal(answers.find('page', 'one')?.body.toString(), '1')
    assert.equal(answers.find('page', 'two'), undefined)
    assert.equal(answers.find('other', 'one'), undefined)
    answers.keep('page', { stamp: 'two', body: Buffer.from('2') })
    assert.equal(answers.find('page', 'one'), undefined)
    assert.equal(answers.find('page', 'two')?.body.toString(), '2')
  })

  test('they take no more than 16 MB together: what nobody asked for the longest is forgotten first', () => {
    const answers = new KeptAnswers()
    const keep = (name: string) => answers.keep(name, { stamp: '', body: Buffer.alloc(megabyte) })
    for (let number = 0; number < 16; number++) keep(String(number))
    assert.ok(answers.find('0', ''))
    keep('16')
    assert.deepEqual([answers.has('0'), answers.has('1'), answers.has('2')], [true, false, true])
    // The same one again takes no room twice.
    for (let time = 0; time < 20; time++) keep('16')
    assert.ok(answers.has('2'))
  })

  test('there are no more than 500, however short', () => {
    const answers = new KeptAnswers()
    for (let number = 0; number < 600; number++) answers.keep(String(number), { stamp: '', body: Buffer.from('1') })
    const kept = Array.from({ length: 600 }, (_, number) => answers.has(String(number)))
    assert.deepEqual([kept.filter(Boolean).length, kept[99], kept[100]], [500, false, true])
  })

  test('a very long one is not kept, nor the one before it', () => {
    const answers = new KeptAnswers()
    answers.keep('page', { stamp: '', body: Buffer.alloc(1) })
    answers.keep('page', { stamp: '', body: Buffer.alloc(megabyte + 1) })
    assert.equal(answers.has('page'), false)
  })
})
