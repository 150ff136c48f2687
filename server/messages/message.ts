/** A text for people whose values are apart from its words, so that it can be translated. `String(message)` is the English text. */
export class Message {
  /** The English text with `{0}`, `{1}` … in place of its values. It is the key of the translation. */
  readonly template: string
  readonly values: readonly unknown[]

  constructor(template: string, values: readonly unknown[]) {
    this.template = template
    this.values = values
  }

  toString() {
    return this.template.replace(/\{(\d+)\}/g, (_, index: string) => englishOf(this.values[Number(index)]))
  }

  toJSON() {
    return this.toString()
  }
}

const englishOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))

/** A text in English without values, or a message. */
export type Text = string | Message

/**
 * Tags a text with values: msg`must be at most ${max}`. A value that is a message is translated too. A line break in a long text stands for a space.
 */
export const msg = (strings: TemplateStringsArray, ...values: unknown[]) => new Message(templateOf(strings), values)

/** The key of a text in the catalogue of translations, from the parts between its values. */
export const templateOf = (parts: readonly string[]) =>
  parts
    .map((part, index) => (index === 0 ? part : `{${index - 1}}${part}`))
    .join('')
    .replace(/\s*\n\s*/g, ' ')
