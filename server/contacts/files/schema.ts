import { type Static, Type } from 'typebox'
import { Id, input, PersonName, Timestamp } from '../../fields.ts'

const FileName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Its name with its extension, without folders.',
  examples: ['membership form.pdf'],
})

export const ContactFile = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    contact_id: Id,
    user: PersonName,
    name: FileName,
    bytes: Type.Integer({ minimum: 1, description: 'Its size in bytes.' }),
    sha256: Type.String({ description: 'The SHA-256 hash of its contents, in hexadecimal digits.' }),
    own: Type.Boolean({ description: 'Whether the caller uploaded it.' }),
  },
  { title: 'ContactFile' },
)

export const UploadedFile = Type.String({
  title: 'UploadedFile',
  description: 'The contents of a file.',
  contentMediaType: 'application/octet-stream',
  examples: ['%PDF-1.7…'],
})

export const UploadParams = {
  name: Type.String({
    minLength: 1,
    maxLength: 1000,
    examples: ['letter.pdf'],
    description:
      'The name of the file. Folders and control characters are removed, and a long name is shortened to 200 characters.',
  }),
}

export const FileChange = { name: Type.Optional(Type.String({ ...FileName, maxLength: 1000 })) }

export const FileUsage = {
  bytes: Type.Integer({ description: 'The size of all files of the space, in bytes.' }),
  bytes_max: Type.Integer({ description: 'The largest size that they may have together, in bytes.' }),
  file_bytes_max: Type.Integer({ description: 'The size of the largest file, in bytes.' }),
  extensions: Type.Array(Type.String(), { description: 'The extensions of the files that are accepted.' }),
}

const ChangedShape = input(FileChange)
export type ContactFile = Static<typeof ContactFile>
export type FileChange = Static<typeof ChangedShape>
