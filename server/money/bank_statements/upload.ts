import { Buffer } from 'node:buffer'

/** A file that arrives. Bank files are small and read at once, so they stay in memory. */
export interface FileDraft {
  chunks: Buffer[]
}

export const bytesOf = ({ chunks }: FileDraft): Buffer => Buffer.concat(chunks)

const file_bytes_max = 20 * 1024 * 1024

export const fileUpload = {
  media: 'application/octet-stream',
  any_media: true as const,
  bytes_max: file_bytes_max,
  begin: async (): Promise<FileDraft> => ({ chunks: [] }),
  // By position, because a transaction that is retried stores its chunk again.
  append: async (_call: unknown, draft: FileDraft, chunk: Buffer, position: number) => {
    draft.chunks[position] = chunk
  },
  discard: async () => {},
}
