import { msg } from '../../../../messages/message.ts'
import { fileError } from './errors.ts'

/** The most lines of a file. Transactions inside of a line count as well. */
export const lines_max = 100_000

/** The most transactions inside of one line. */
export const details_max = 10_000

export const tooManyLines = () =>
  fileError('', msg`The file has more than ${lines_max} lines. Export a shorter period.`)

/** How many lines of text a line of a statement has at most, on average. */
const breaks_per_line = 20

/** Refuses a text with far more line breaks than its lines can need, before it is parsed. */
export function checkLineBreaks(text: string) {
  let breaks = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Windows ends a line with both.
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) breaks++
  }
  if (breaks > breaks_per_line * lines_max)
    throw fileError(
      '',
      msg`The file has more than ${breaks_per_line * lines_max} line breaks. Export a shorter period.`,
    )
}
