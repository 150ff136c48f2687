import type { Config } from '../config.ts'
import { FolderStorage, storageFolder } from './folder.ts'
import type { FileStorage } from './storage.ts'

/** S3-compatible storage if it is configured, otherwise a folder in DATA_DIR. */
export async function openStorage(config: Config): Promise<FileStorage> {
  const settings = s3Settings(config)
  if (!settings) return new FolderStorage(storageFolder(config))
  // Loaded only if configured: it imports a library.
  const { S3Storage } = await import('./s3.ts')
  return new S3Storage(settings)
}

/** The settings of S3-compatible storage, which config.ts accepts only together. */
export function s3Settings({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_KEY }: Config) {
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_KEY) return undefined
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    access_key_id: S3_ACCESS_KEY_ID,
    secret_key: S3_SECRET_KEY,
  }
}

export type S3Settings = NonNullable<ReturnType<typeof s3Settings>>
