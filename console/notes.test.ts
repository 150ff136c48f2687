import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { bolded, continuedList, listed } from './src/contacts/notes/editing.ts'
import {
  mentionAt,
  mentionsOf,
  shownText,
  splitAtMentions,
  storedText,
  suggestMentions,
} from './src/contacts/notes/mentions.ts'
import { noteElements } from './src/contacts/notes/note_elements.ts'
import { addDays, daysBetween, dueGroupOf, nextMonday } from './src/contacts/tasks/due.ts'
import { parseTaskSearch } from './src/contacts/tasks/search_params.ts'

const rendered = (text: string) =>
  renderToStaticMarkup(createElement('div', null, ...noteElements(text, id => `User ${id}`))).slice(5, -6)

describe('the text of a note', () => {
  test('has bold, lists, links and mentions', () => {
    assert.equal(rendered('Calls **after 6**\npm'), '<p>Calls <strong>after 6</strong><br/>pm</p>')
    assert.equal(
      rendered('To do:\n- **one**\n- two\n\n1. first\n2) second'),
      [
        '<p>To do:</p><ul><li><strong>one</strong></li><li>two</li></ul>',
        '<ol><li>first</li><li>second</li></ol>',
      ].join(''),
    )
    const mentions = '<p>Ask <span class="mention">@User 12</span> and <span class="mention">@User 3</span>.</p>'
    assert.equal(rendered('Ask @[user:12] and @[user:3].'), mentions)
    assert.equal(
      rendered('[Hall](https://example.org/a?b=1), https://example.org/x. **[mail](mailto:a@example.org)**'),
      '<p><a href="https://example.org/a?b=1" target="_blank" rel="noopener noreferrer nofollow">Hall</a>, ' +
        '<a href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow">https://example.org/x</a>. ' +
        '<strong><a href="mailto:a@example.org">mail</a></strong></p>',
    )
  })

  test('shows everything else as it was written', () => {
    for (const text of ['2 * 3 ** 4', '# title', '@[user:0]', '@[user:x]', '**', '** a **', '[a](b)', 'a_b_c', '`x`'])
      assert.equal(rendered(text), `<p>${text}</p>`)
    const hrefs = 'javascript:alert(1) JAVASCRIPT:x data:text/html,x //example.org /me file:///x vbscript:x'
    for (const href of hrefs.split(' ')) assert.equal(rendered(`[a](${href})`), `<p>[a](${href})</p>`)
    assert.equal(rendered('<img src=x onerror=alert(1)>'), '<p>&lt;img src=x onerror=alert(1)&gt;</p>')
    assert.equal(rendered(' \n\n'), '')
  })

  test('yields no other element and no other link, whatever it contains', () => {
    const marks = '** * [ ] ( ) ]( @[user: 1 ] <script> " \' >'.split(' ')
    const links = 'javascript: https:// http:// mailto: a@b.c data: \u0001 &#106; %0a JaVaScRiPt:'.split(' ')
    const piece = fc.oneof(
      fc.constantFrom(...marks, '- ', '1. ', '\n', ' '),
      fc.constantFrom(...links, '\t'),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const allowed = new Set(['p', 'ul', 'ol', 'li', 'strong', 'br', 'a', 'span'])
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        const html = rendered(pieces.join(''))
        for (const [tag, name = ''] of html.matchAll(/<\/?([^\s/>]*)[^>]*>/g)) {
          assert.ok(allowed.has(name), tag)
          const attributes = [...tag.matchAll(/\s([\w-]+)="([^"]*)"/g)]
          for (const [, attribute = '', value = ''] of attributes)
            if (attribute === 'href') assert.match(value, /^(https?:\/\/|mailto:)/i)
            else assert.ok(['target', 'rel', 'class'].includes(attribute), tag)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('is read quickly, also if it was written to take long', () => {
    const began = performance.now()
    for (const text of ['**a ', '[', '[a](', '@[user:', 'https://', '- ', '*'].map(part => part.repeat(5000)))
      rendered(text.slice(0, 10_000))
    assert.ok(performance.now() - began < 5000)
  })
})

describe('a mention', () => {
  const users = mentionsOf([
    { id: 1, firstname: 'Ann', surname: '' },
    { id: 2, firstname: 'Ann', surname: 'Lee' },
    { id: 3, firstname: 'Zoé', surname: 'Roy', mail: 'zoe@example.org' },
    { id: 4, firstname: 'Zoé', surname: 'Roy', mail: 'z@example.org' },
  ])

  test('is a name in the text field and a number in the stored text', () => {
    const shown = '@Ann Lee, ask @Ann or @Zoé Roy (z@example.org). @Annie'
    const stored = '@[user:2], ask @[user:1] or @[user:4]. @Annie'
    assert.equal(storedText(shown, users), stored)
    assert.equal(shownText(stored, users), shown)
    assert.equal(shownText('@[user:99]', users), '@[user:99]')
    assert.equal(storedText('Write to a@example.org', []), 'Write to a@example.org')
    assert.deepEqual(
      splitAtMentions(shown, users)
        .filter(({ mention }) => mention)
        .map(({ text }) => text),
      ['@Ann Lee', '@Ann', '@Zoé Roy (z@example.org)'],
    )
  })

  test('survives being shown and stored again, whatever is around it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('@', '@Ann', ' Lee', '@[user:2]', '@[user:3]'))),
        parts => {
          const typed = parts.join('')
          assert.equal(
            splitAtMentions(typed, users)
              .map(({ text }) => text)
              .join(''),
            typed,
          )
          const stored = storedText(typed, users)
          assert.equal(storedText(shownText(stored, users), users).includes('@[user:3]'), stored.includes('@[user:3]'))
        },
      ),
    )
  })

  test('is offered while its first letters are typed, without accents', () => {
    assert.deepEqual(mentionAt('Ask @zo', 7), { start: 4, typed: 'zo' })
    assert.deepEqual(mentionAt('@', 1), { start: 0, typed: '' })
    for (const [text, cursor] of [
      ['a@example', 9],
      ['no', 2],
      ['@Ann said this', 14],
    ] as const)
      assert.equal(mentionAt(text, cursor), undefined)
    assert.deepEqual(
      suggestMentions(users, 'zoe').map(({ id }) => id),
      [3, 4],
    )
    assert.deepEqual(
      suggestMentions(users, 'le').map(({ id }) => id),
      [2],
    )
    assert.equal(suggestMentions(users, '').length, 4)
  })
})

describe('the text field of a note', () => {
  test('makes a list of the selected lines and text of a list', () => {
    assert.deepEqual(listed('a\nb\nc', 2, 5), { start: 2, end: 5, text: '- b\n- c' })
    assert.deepEqual(listed('- b\n- c', 0, 7), { start: 0, end: 7, text: 'b\nc' })
  })

  test('continues a list with Enter and ends it at an empty item', () => {
    assert.deepEqual(continuedList('- one', 5), { start: 5, text: '\n- ' })
    assert.deepEqual(continuedList('x\n3) one', 8), { start: 8, text: '\n4) ' })
    assert.deepEqual(continuedList('- one\n- ', 8), { start: 6, text: '' })
    assert.equal(continuedList('one', 3), undefined)
  })

  test('becomes bold and plain again, and bold text ends where it was begun', () => {
    const press = (text: string, from: number, to = from) => {
      const { start, end, text: inserted, cursor } = bolded(text, from, to)
      return [text.slice(0, start) + inserted + text.slice(end), cursor]
    }
    assert.deepEqual(press('Ask Ada', 4, 7), ['Ask **Ada**', 11])
    assert.deepEqual(press('Ask **Ada**', 6, 9), ['Ask Ada', 7])
    assert.deepEqual(press('Ask ', 4), ['Ask ****', 6])
    assert.deepEqual(press('Ask ****', 6), ['Ask ', 4])
    assert.deepEqual(press('Ask **Ada**', 9), ['Ask **Ada**', 11])
    assert.deepEqual(press('**One** **two**', 7), ['**One****** **two**', 9])
    assert.deepEqual(press('a **b\n', 6), ['a **b\n****', 8])
  })
})

describe('the due date of a task', () => {
  test('groups tasks by day, with weeks that begin on Monday', () => {
    // A Wednesday.
    const today = '2026-11-18'
    const groups = [null, '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-22', '2026-11-23'].map(due =>
      dueGroupOf(due, today),
    )
    assert.deepEqual(groups, ['none', 'late', 'today', 'week', 'week', 'later'])
    assert.deepEqual(['2026-11-15', '2026-11-16', '2026-11-21'].map(nextMonday), [
      '2026-11-16',
      '2026-11-23',
      '2026-11-23',
    ])
  })

  test('is counted in days across months and changes of the clock', () => {
    assert.equal(addDays('2026-12-31', 1), '2027-01-01')
    assert.equal(daysBetween('2026-10-24', '2026-10-26'), 2)
    assert.equal(daysBetween('2026-03-30', '2026-03-28'), -2)
  })
})

test('unknown search parameters of the page of tasks are dropped', () => {
  assert.deepEqual(parseTaskSearch({ view: 'all', state: 'done', assignee: 3, open: 'new' }), {
    ...{ view: 'all', state: 'done', assignee: 3, open: 'new' },
  })
  assert.deepEqual(parseTaskSearch({ view: 'mine', state: 'open', assignee: 'x', open: -1 }), {})
})
