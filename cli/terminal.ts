import { styleText } from 'node:util'
import { isDumbTerminal } from './environment.ts'

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

/** What a command may assume about the place that it prints to. */
export interface Terminal {
  /** Width of the terminal; undefined if the output goes to a file or a program. */
  columns: number | undefined
  style: (format: Format, text: string) => string
  /** Replaces the line that says how far the work is; an empty text removes it. Does nothing where standard error is not a terminal. */
  progress: (text: string) => void
}

/** Prints plain text and no progress, as for a file or a program. */
export const piped: Terminal = { columns: undefined, style: (_, text) => text, progress: () => {} }

/** The terminal of this process. NO_COLOR and FORCE_COLOR are respected. */
export const processTerminal = (): Terminal => ({
  // A terminal that does not know its size has 0 columns.
  columns: (process.stdout.isTTY && process.stdout.columns) || undefined,
  style: (format, text) => styleText(format, text, { stream: process.stdout }),
  progress: process.stderr.isTTY && !isDumbTerminal ? progressLine(process.stderr) : () => {},
})

const between_ms = 100
const clear_line = '\r\u001b[K'

/** Writes at most ten times a second. */
export function progressLine(stream: { columns?: number; write: (text: string) => unknown }, now = Date.now) {
  let shown_at = 0
  let isShown = false
  return (text: string) => {
    if (text === '') {
      if (isShown) stream.write(clear_line)
      isShown = false
      return
    }
    if (isShown && now() - shown_at < between_ms) return
    shown_at = now()
    isShown = true
    stream.write(`${clear_line}${text.slice(0, (stream.columns || 80) - 1)}`)
  }
}

export const width_max = 100

/** Breaks a text into lines. The lines after the first are indented. */
export function wrap(text: string, width: number, indent = 0): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width - indent) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

/** The lines of a list: names in one column, texts in a second one. */
export function twoColumns(rows: (readonly [string, string])[], columns = 80): string[] {
  const size = Math.max(...rows.map(([name]) => name.length))
  const indent = size + 4
  return rows.map(([name, text]) =>
    `  ${name.padEnd(size)}  ${wrap(text, Math.min(columns, width_max), indent)}`.trimEnd(),
  )
}
