import { useMemo, useState } from 'react'
import type { Column } from './table_types.ts'

/** The columns the user chose, stored in this browser under this name. Those in `always` are shown in any case. */
export function useChosenColumns<Row>(name: string, defaults: string[], always: Column<Row>[], all: Column<Row>[]) {
  const key = `muster.${name}.columns`
  const [shown, setShown] = useState<string[]>(() => storedColumns(key) ?? defaults)
  const columns = useMemo(() => [...always, ...all.filter(({ key }) => shown.includes(key))], [always, all, shown])
  const choose = (keys: string[]) => {
    setShown(keys)
    localStorage.setItem(key, JSON.stringify(keys))
  }
  return { all, columns, shown, choose }
}

function storedColumns(key: string): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : undefined
  } catch {
    return undefined
  }
}
