/** The search parameters: the two contacts to compare. */
export interface DuplicateSearch {
  one?: number | undefined
  other?: number | undefined
  tab?: 'merges' | undefined
}

export const parseDuplicateSearch = ({ one, other, tab }: Record<string, unknown>): DuplicateSearch => ({
  ...(typeof one === 'number' && typeof other === 'number' && one !== other && { one, other }),
  ...(tab === 'merges' && { tab }),
})
