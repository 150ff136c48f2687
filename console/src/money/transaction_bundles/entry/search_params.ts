/** Where one comes from: a contact to record a payment of, a batch to go on with. */
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
