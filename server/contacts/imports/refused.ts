import { cell } from '../../csv.ts'
import type { refusedRows } from './file_queries.ts'
import { sentencesOf } from './refusal_reasons.ts'

/** The rows that were refused as they stood in the file, with their number and the reason at the end; they can be mended and sent again. */
export async function* refusedCsv(
  header: string[],
  separator: string,
  locale: string,
  pages: ReturnType<typeof refusedRows>,
): AsyncIterable<string> {
  const line = (cells: string[]) => `${cells.map(text => cell(text, separator)).join(separator)}\r\n`
  yield `\uFEFF${line([...header, 'row', 'reason'])}`
  for await (const rows of pages) {
    yield rows
      .map(({ cells, row, reason }) => {
        const padded = [...cells, ...Array(Math.max(header.length - cells.length, 0)).fill('')]
        return line([
          ...padded.slice(0, header.length),
          String(row),
          [sentencesOf(reason, locale), ...extra(cells, header)].join(' '),
        ])
      })
      .join('')
  }
}

// Cells beyond the header have no column of their own; they must not be lost.
const extra = (cells: string[], header: string[]) =>
  cells.length > header.length ? [`(${cells.slice(header.length).join(' | ')})`] : []
