import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type ImportCell, muster, queries } from '../../api.ts'

const page_size = 100

interface CellPage {
  cells: ImportCell[]
  /** How many cells of the whole import were wrong when this page was read. */
  total: number
}

export const cellKey = ({ row, column }: Pick<ImportCell, 'row' | 'column'>) => `${row} ${column}`

/** The wrong cells of a check. A corrected cell stays in the list, so that the grid does not move under the cursor. */
export const wrongCellsQuery = (id: number, check_job_id: number | null) =>
  infiniteQueryOptions({
    queryKey: ['imports', id, 'cells', check_job_id],
    queryFn: async ({ pageParam, signal }): Promise<CellPage> => {
      const { data, total } = await muster.imports.listCells({ id, limit: page_size, offset: pageParam }, { signal })
      return { cells: data, total }
    },
    initialPageParam: 0,
    // The server skips the cells that are still wrong; corrected ones are not in its list.
    getNextPageParam: (_, pages) => {
      const wrong = pages.flatMap(({ cells }) => cells).filter(({ reason }) => reason !== null).length
      return hasMore(pages) ? wrong : undefined
    },
    staleTime: Number.POSITIVE_INFINITY,
    // A user who may not see the content of the file sees the counts only.
    throwOnError: false,
  })

const hasMore = (pages: CellPage[]) => (pages.at(-1)?.cells.length ?? 0) === page_size

/** How many cells the import would leave out, as of now. */
export const leftOutQuery = (id: number, job_id: number | null) =>
  queryOptions({
    queryKey: ['imports', id, 'left_out', job_id],
    queryFn: async ({ signal }) => {
      const { data, total } = await muster.imports.listCells({ id, effect: 'left_out', limit: page_size }, { signal })
      return { cells: data, total }
    },
    throwOnError: false,
  })

let saves = 0
let latest = 0

/** Saves a correction and returns what is still wrong. */
export async function correctCell(id: number, check_job_id: number | null, cell: ImportCell, value: string) {
  const turn = ++saves
  const { row, column } = cell
  const { data } = await muster.imports.correctCells({ id, data: { cells: [{ row, column, value }] } })
  const checked = new Map(data.cells.map(one => [cellKey(one), one]))
  // Answers may overtake each other; the last request has the counts.
  const newest = turn > latest
  if (newest) latest = turn
  queries.setQueryData(wrongCellsQuery(id, check_job_id).queryKey, found =>
    found
      ? {
          ...found,
          pages: found.pages.map(({ cells, total }) => ({
            cells: cells.map(one => checked.get(cellKey(one)) ?? one),
            total: newest ? data.cells_left : total,
          })),
        }
      : found,
  )
  queries.setQueryData(leftOutQuery(id, check_job_id).queryKey, found =>
    found && newest ? { ...found, total: data.cells_left_out } : found,
  )
}
