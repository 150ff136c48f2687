import type { FastifyBaseLogger } from 'fastify'
import { ApiError } from '../../errors.ts'
import { StorageError } from '../../file_storage/storage.ts'

/** Makes errors of the storage errors for the client. The log has their cause. */
export async function withStorage<T>(
  { log }: { log: Pick<FastifyBaseLogger, 'error'> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    log.error({ err: error }, 'the storage of files failed')
    throw new ApiError(
      'unavailable',
      'The storage of files cannot be used at the moment. Try again in a few minutes.',
      {
        headers: { 'retry-after': '60' },
      },
    )
  }
}
