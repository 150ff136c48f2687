// CSV as spreadsheets write and read it.

export const separators = [',', ';', '\t'] as const

export type Separator = (typeof separators)[number]

// A spreadsheet runs a text that begins like a formula. An apostrophe in front makes it a text again.
const formula = /^[=+\-@\t\r]/

/** A text as a cell. */
export function cell(text: string, separator: string) {
  const safe = formula.test(text) ? `'${text}` : text
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell, without the apostrophe that `cell` may have put in front. */
export const uncell = (text: string) => (text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text)
