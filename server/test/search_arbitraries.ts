import fc from 'fast-check'
import { membership_states } from '../contacts/core/search_conditions.ts'
import { attributeNames, attributeOf, type SearchAttribute } from '../contacts/search/engine/attributes.ts'
import { defined } from './defined.ts'

// Arbitrary search queries. Conditions on forms have `which` and `refs` in place of ids, which differ between spaces.

export const text = fc.oneof(
  fc.constantFrom(
    'a',
    'é',
    'ru',
    'RUE',
    'fr',
    'Tag 7',
    'county 3',
    'mail3',
    'example',
    'X1',
    'x12',
    '%',
    '_',
    '\\',
    '\\%',
    "'",
    '"',
    'F',
    '0',
    ' a ',
    'ß',
    'ﬁ',
  ),
  fc
    .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
    .filter(value => !value.includes('\0') && value.isWellFormed() && /\S/.test(value)),
)
const time = fc.constantFrom(
  '2025-01-01',
  '1980-05-01',
  'now',
  'now-30d',
  'now+2w',
  '2025-01-01T12:00:00+02:00',
  '0001-01-01',
  '9999-12-31',
)
export const whole = fc.oneof(
  fc.integer({ min: -5, max: 60 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
)
const listOf = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 })
const equal = (one: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.record({ ope: fc.constantFrom('eql', 'not_eql'), value: one }),
    fc.record({ ope: fc.constantFrom('any_of', 'none_of'), value: listOf(one) }),
  )
const filled = fc.record({ ope: fc.constantFrom('ext', 'not_ext') })
const patterns = fc.record({
  ope: fc.constantFrom(
    'contains',
    'not_contains',
    'start_with',
    'not_start_with',
    'contains:strictdata',
    'start_with:strictdata',
    'eql:strictdata',
    'not_eql:strictdata',
  ),
  value: text,
})
const ordered = <T extends string | number>(one: fc.Arbitrary<T>) =>
  fc.oneof(
    fc.record({ ope: fc.constantFrom('gte', 'lte'), value: one }),
    fc.tuple(one, one).map(([a, b]) => ({ ope: 'range', from: a <= b ? a : b, to: a <= b ? b : a })),
  )
const form = fc
  .oneof(filled, patterns, equal(text), ordered(whole), ordered(fc.constantFrom('2024-01-01', '2025-01-01')))
  .chain(one =>
    fc
      .record({ which: fc.constantFrom('chosen' as const, 'written' as const), refs: listOf(fc.nat(39)) })
      .map(({ which, refs }) => ({ ...one, which, refs })),
  )

interface ArbitraryCondition {
  attr: string
  ope: string
}

function conditionOn(attr: string): fc.Arbitrary<ArbitraryCondition> {
  const texts = fc.oneof(equal(text), filled, patterns, ordered(text))
  const kinds: Record<SearchAttribute['kind'], fc.Arbitrary<{ ope: string }>> = {
    text: texts,
    any_phone: texts,
    integer: fc.oneof(equal(whole), filled, ordered(whole)),
    time: fc.oneof(equal(time), filled, ordered(time)),
    boolean: fc.record({ ope: fc.constantFrom('eql', 'not_eql'), value: fc.boolean() }),
    address: filled,
    tags: fc.oneof(equal(text), filled, patterns, fc.record({ ope: fc.constant('all_of'), value: listOf(text) })),
    form,
    membership: equal(fc.constantFrom(...membership_states)),
    membership_date: fc.oneof(filled, ordered(time)),
    donation: attr === 'last_donation' ? fc.oneof(filled, ordered(time)) : fc.oneof(filled, ordered(whole)),
  }
  return kinds[defined(attributeOf(attr), attr).kind].map(one => ({ attr, ...one }))
}

const condition = fc.constantFrom(...attributeNames.filter(name => name !== 'id')).chain(conditionOn)

/** A condition, or a group of conditions that contain each other up to four deep. */
export const part = fc.letrec(tie => ({
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    condition.map($condition => ({ $condition })),
    fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map(any => ({ any })),
    fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map(all => ({ all })),
    tie('part').map(not => ({ not })),
  ),
})).part as fc.Arbitrary<object>

const branch = (inner: fc.Arbitrary<object>, most: number) =>
  fc
    .tuple(fc.constantFrom('$all', '$at_least_one'), fc.array(inner, { maxLength: most }))
    .map(([word, list]) => ({ [word]: list }))
export const query = branch(branch(part, 3), 3)
