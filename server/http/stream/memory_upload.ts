import { Buffer } from 'node:buffer'

/** A small file that arrives. It is read at once, so it stays in memory. */
export interface FileDraft {
  chunks: Buffer[]
}

export const bytesOf = ({ chunks }: FileDraft): Buffer => Buffer.concat(chunks)

export const memoryUpload = (bytes_max: number) => ({
  media: 'application/octet-stream',
  any_media: true as const,
  bytes_max,
  begin: async (): Promise<FileDraft> => ({ chunks: [] }),
  // By position, because a transaction that is retried stores its chunk again.
  append: async (_call: unknown, draft: FileDraft, chunk: Buffer, position: number) => {
    draft.chunks[position] = chunk
  },
  discard: async () => {},
})
