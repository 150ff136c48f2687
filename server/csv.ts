// CSV as spreadsheets write and read it.

export const separators = [',', ';', '\t'] as const

export type Separator = (typeof separators)[number]

// A spreadsheet runs a text that begins like a formula, behind blanks and in wide letters too. An apostrophe in front makes it a text again.
const formula = /^(?=[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u
// One that expects another separator does not see our quotes, and finds the beginning of a cell in the middle of a text. The sign is looked for
// first: to look behind every blank of a long row of them would take for ever.
const inner_formulas = Object.fromEntries(
  separators.map(separator => {
    const others = [...separators, '\r', '\n'].filter(character => character !== separator)
    return [separator, new RegExp(`(?=[=+\\-@＝＋－＠])(?<=[${others.join('')}][\\s\\p{Cf}]*)`, 'gu')]
  }),
)

/** A text as a cell. */
export function cell(text: string, separator: string) {
  const safe = withoutFormulas(text, separator)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const withoutFormulas = (text: string, separator: string) =>
  text.replace(formula, "'").replace(inner_formulas[separator]!, "'")

/** The text of a cell, without the apostrophe that `cell` may have put in front. */
export const uncell = (text: string) => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text)
