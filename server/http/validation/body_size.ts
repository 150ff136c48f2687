import { depth_max, invalidPart } from './validation.ts'

export const values_max = 25_000
export const members_max = 1000
const form_fields_max = 100

const [quote, comma, openBrace, closeBrace, openBracket, closeBracket, backslash] = [...'",{}[]\\'].map(sign =>
  sign.charCodeAt(0),
)

/**
 * Refuses JSON with more values, or deeper nesting, than any operation accepts. It counts in the text: parsing and checking it would block all other
 * requests for too long.
 */
export function checkJsonSize(text: string) {
  // A field of an object takes at least five characters, and a value two.
  if (text.length <= 5 * members_max) return
  const size = new JsonSize()
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma) size.addItem()
    else if (code === openBrace) size.open(1)
    else if (code === openBracket) size.open(not_object)
    else if (code === closeBrace || code === closeBracket) size.close()
  }
}

/** An array has no fields, however long it is. */
const not_object = Number.NEGATIVE_INFINITY

/** Counts the values of a text, and the fields of the object that the scan is in. */
class JsonSize {
  #values = 1
  #fields = not_object
  /** The counts of the enclosing objects. */
  readonly #outer: number[] = []

  addItem() {
    this.#fields++
    this.#addValue()
    if (this.#fields > members_max)
      throw invalidPart('body', `must not contain an object with more than ${members_max} fields`)
  }

  open(fields: number) {
    if (this.#outer.push(this.#fields) > depth_max)
      throw invalidPart('body', `must not be nested deeper than ${depth_max} levels`)
    this.#fields = fields
    this.#addValue()
  }

  close() {
    this.#fields = this.#outer.pop() ?? not_object
  }

  #addValue() {
    this.#values++
    if (this.#values > values_max)
      throw invalidPart('body', `must not contain more than ${values_max} values; send fewer at once`)
  }
}

/** The position of the quote that ends the string which begins here; the end of the text if there is none. */
function endOfString(text: string, begin: number) {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

/** Refuses a form with more fields than any page has, before it is parsed. */
export function checkFormSize(text: string) {
  if (text.split('&', form_fields_max + 1).length > form_fields_max)
    throw invalidPart('body', `must not contain more than ${form_fields_max} fields`)
}
