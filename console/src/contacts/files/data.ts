import { queryOptions } from '@tanstack/react-query'
import { type ContactFile, muster, queries } from '../../api.ts'
import { saveBlob } from '../../components/save_file.ts'
import { type SentFile, sendFile } from '../../components/send_file.ts'

const list_max = 1000

export const filesQuery = (contact_id: number) =>
  queryOptions({
    queryKey: ['contacts', contact_id, 'files'],
    queryFn: async ({ signal }) => (await muster.files.list({ id: contact_id, limit: list_max }, { signal })).data,
  })

/** What may be uploaded. */
export const fileUsageQuery = queryOptions({
  queryKey: ['file_usage'],
  queryFn: async ({ signal }) => (await muster.files.readUsage({}, { signal })).data,
})

/** Reads the files and the timeline of the contact again. */
export const refreshFiles = (contact_id: number) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['contacts', contact_id] }),
    queries.invalidateQueries({ queryKey: fileUsageQuery.queryKey }),
  ])

export const renameFile = ({ id, name }: Pick<ContactFile, 'id' | 'name'>) =>
  muster.files.update({ id, data: { name } })

export const removeFile = (id: number) => muster.files.remove({ id })

export async function downloadFile({ id, name }: Pick<ContactFile, 'id' | 'name'>) {
  saveBlob(name, await muster.files.download({ id }))
}

type UploadOptions = Omit<SentFile, 'path'> & { contact_id: number }

export const uploadFile = ({ contact_id, file, ...rest }: UploadOptions): Promise<void> =>
  sendFile({ path: `/v1/contacts/${contact_id}/files?name=${encodeURIComponent(file.name)}`, file, ...rest })
