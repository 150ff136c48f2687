/** The search parameters: the open import, or none for the list. */
export interface ImportSearch {
  import?: number | undefined
  step?: 'columns' | undefined
}

export const parseImportSearch = ({ import: id, step }: Record<string, unknown>): ImportSearch => ({
  ...(typeof id === 'number' && { import: id }),
  ...(step === 'columns' && { step }),
})
