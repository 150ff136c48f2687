import { msg } from '../../messages/message.ts'
import { depth_max, invalidPart } from './validation.ts'

export const values_max = 25_000
export const members_max = 1000
const form_fields_max = 100

// A string without an end matches to the end of the text: the pattern must not fail, or it would try each later quote again.
const strings_and_marks = /"(?:[^"\\]+|\\.?)*"?|[[\]{},]/gs

/**
 * Refuses JSON with more values, or deeper nesting, than any operation accepts. It counts in the text: parsing and checking it would block all other
 * requests for too long.
 */
export function checkJsonSize(text: string) {
  // A field of an object takes at least five characters, and a value two.
  if (text.length <= 5 * members_max) return
  let values = 1
  /** The fields of each open object. An array has none, however long it is. */
  const fields: number[] = []
  for (const [mark] of text.matchAll(strings_and_marks)) {
    if (mark === ']' || mark === '}') fields.pop()
    if (mark === '[') fields.push(Number.NEGATIVE_INFINITY)
    if (mark === '{') fields.push(1)
    if (mark === ',') fields.push((fields.pop() ?? 0) + 1)
    if (mark === '[' || mark === '{' || mark === ',') checkCounts(++values, fields)
  }
}

function checkCounts(values: number, fields: number[]) {
  if (fields.length > depth_max) throw invalidPart('body', msg`must not be nested deeper than ${depth_max} levels`)
  if ((fields.at(-1) ?? 0) > members_max)
    throw invalidPart('body', msg`must not contain an object with more than ${members_max} fields`)
  if (values > values_max)
    throw invalidPart('body', msg`must not contain more than ${values_max} values; send fewer at once`)
}

/** Refuses a form with more fields than any page has, before it is parsed. */
export function checkFormSize(text: string) {
  if (text.split('&', form_fields_max + 1).length > form_fields_max)
    throw invalidPart('body', msg`must not contain more than ${form_fields_max} fields`)
}
