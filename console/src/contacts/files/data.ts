import { queryOptions } from '@tanstack/react-query'
import { ApiError, accessToken, type ContactFile, muster, queries, refreshTokens } from '../../api.ts'
import { saveBlob } from '../../components/save_file.ts'

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

interface UploadOptions {
  contact_id: number
  file: File
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  cancelled: AbortSignal
}

/** Sends a file. fetch does not tell how much was sent, so this uses XMLHttpRequest. */
export async function uploadFile(options: UploadOptions): Promise<void> {
  let answer = await send(options)
  if (answer.status === 401 && (await refreshTokens())) answer = await send(options)
  if (answer.status !== 200) throw problemOf(answer)
}

interface UploadAnswer {
  status: number
  text: string
}

function send({ contact_id, file, onProgress, cancelled }: UploadOptions): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/v1/contacts/${contact_id}/files?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader('authorization', `Bearer ${accessToken()}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new TypeError('the connection was lost'))
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'))
    cancelled.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** The refusal as an error of the client. A proxy may answer with a page in place of a problem. */
function problemOf({ status, text }: UploadAnswer) {
  try {
    return new ApiError(status, JSON.parse(text), new Headers())
  } catch {
    return new ApiError(status, {}, new Headers())
  }
}
