import { Type } from 'typebox'

/** The settings of backups and of the files of contacts. */
export const fileSettings = {
  BACKUP_DIR: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Folder of scheduled backups. The default for the embedded database is DATA_DIR/backups. With DATABASE_URL there are none unless this is set.',
    }),
  ),
  BACKUP_HOURS: Type.Integer({
    default: 24,
    minimum: 0,
    maximum: 8760,
    description: 'Hours between two backups. 0 turns them off.',
  }),
  BACKUPS_KEPT: Type.Integer({
    default: 7,
    minimum: 1,
    maximum: 10_000,
    description: 'Number of scheduled backups to keep. The oldest are deleted.',
  }),
  BACKUP_FILES: Type.Enum(['on', 'off'], {
    default: 'on',
    description:
      'Whether backups contain the files of contacts. Set off if their storage is backed up by itself, such as a bucket with versions.',
  }),
  FILE_MB_MAX: Type.Integer({
    default: 20,
    minimum: 1,
    maximum: 1000,
    description: 'Size of the largest file of a contact, in MB.',
  }),
  FILES_MB_PER_SPACE: Type.Integer({
    default: 5120,
    minimum: 0,
    maximum: 100_000_000,
    description: 'Size of all files of the contacts of a space, in MB. 0 allows none.',
  }),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#@]+/?$',
      description:
        'Address of an S3-compatible service that stores the files of contacts, such as https://s3.example.org. Without it, they are in ' +
        'DATA_DIR/files, which all servers of an installation must then share.',
    }),
  ),
  S3_BUCKET: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      description: 'Bucket of S3_ENDPOINT. It must exist, and no other installation may use it.',
    }),
  ),
  S3_REGION: Type.String({ default: 'us-east-1', minLength: 1, description: 'Region of S3_BUCKET.' }),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String({ minLength: 1, description: 'Access key of S3_BUCKET.' })),
  S3_SECRET_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Secret of S3_ACCESS_KEY_ID. It must be allowed to read, write and delete objects.',
    }),
  ),
}
