import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Import, ImportCell } from '../../api.ts'
import { notifyError } from '../../components/notifications.tsx'
import { correctCell, leftOutQuery, wrongCellsQuery } from './cell_data.ts'

/** The wrong cells of a checked import, and their corrections. */
export function useCorrections({ id, check_job_id, check }: Import) {
  const found = useInfiniteQuery(wrongCellsQuery(id, check_job_id))
  const { data: left_out } = useQuery(leftOutQuery(id, check_job_id))
  const [changed, setChanged] = useState(false)
  const pending = useRef(new Set<Promise<unknown>>())
  const save = (cell: ImportCell, value: string) => {
    setChanged(true)
    const saving = correctCell(id, check_job_id, cell, value).catch(notifyError)
    pending.current.add(saving)
    void saving.finally(() => pending.current.delete(saving))
    return saving
  }
  const cells = found.data?.pages.flatMap(page => page.cells) ?? []
  const left = found.data?.pages.at(-1)?.total ?? 0
  return {
    cells,
    left,
    left_out: left_out?.total ?? check?.cells_left_out ?? 0,
    /** How many wrong cells are not in the list yet. */
    more: found.hasNextPage ? left - cells.filter(({ reason }) => reason !== null).length : 0,
    showMore: () => void found.fetchNextPage(),
    loading: found.isPending,
    busy: found.isFetching,
    changed,
    save,
    /** Resolves when every correction is saved. */
    settled: () => Promise.all(pending.current),
  }
}

export type Corrections = ReturnType<typeof useCorrections>
