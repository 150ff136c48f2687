/** The search parameters: the change whose details are open. */
export interface BulkChangeSearch {
  open?: number | undefined
}

export const parseBulkChangeSearch = ({ open }: Record<string, unknown>): BulkChangeSearch => ({
  ...(typeof open === 'number' && { open }),
})
