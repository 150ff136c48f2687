// Reads and writes cells of CSV files for spreadsheets.

export const separators = [',', ';', '\t'] as const

export type Separator = (typeof separators)[number]

// A spreadsheet evaluates a text that begins like a formula, also after blanks and in full-width characters. A leading apostrophe prevents it.
const formula = /^(?=[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u
// A spreadsheet that expects another separator ignores our quotes and may start a cell in the middle of a text. The pattern matches the sign
// first: a lookbehind at each of many blanks would take quadratic time.
const inner_formulas = Object.fromEntries(
  separators.map(separator => {
    const others = [...separators, '\r', '\n'].filter(character => character !== separator)
    return [separator, new RegExp(`(?=[=+\\-@＝＋－＠])(?<=[${others.join('')}][\\s\\p{Cf}]*)`, 'gu')]
  }),
)

// Tools that send text messages refuse a number with an apostrophe. A plus sign with digits and spaces computes nothing in a spreadsheet.
const phone_number = /^\+\d[\d ]*$/

/** A text as a CSV cell: quoted where needed, and never a formula. */
export function cell(text: string, separator: string) {
  const safe = withoutFormulas(text, separator)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const withoutFormulas = (text: string, separator: string) =>
  phone_number.test(text) ? text : text.replace(formula, "'").replace(inner_formulas[separator] ?? formula, "'")

/** Removes the leading apostrophe that `cell` may have added. */
export const withoutApostrophe = (text: string) =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
