/** The search parameters: a contact to record a payment of, or a batch to continue. */
export interface EntrySearch {
  contact?: number | undefined
  batch?: number | undefined
}

export function parseEntrySearch({ contact, batch }: Record<string, unknown>): EntrySearch {
  return {
    ...(Number.isSafeInteger(contact) && { contact: contact as number }),
    ...(Number.isSafeInteger(batch) && { batch: batch as number }),
  }
}
