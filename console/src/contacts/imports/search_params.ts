/** Which import one is at, as it stands in the address. Without one, the list and a place for a new file. */
export interface ImportSearch {
  import?: number | undefined
  step?: 'columns' | undefined
}

export const parseImportSearch = ({ import: id, step }: Record<string, unknown>): ImportSearch => ({
  ...(typeof id === 'number' && { import: id }),
  ...(step === 'columns' && { step }),
})
