import i18next from 'i18next'
import { ApiError, accessToken, refreshTokens } from '../api.ts'

export interface SentFile {
  /** The address it is sent to. */
  path: string
  file: File
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  cancelled: AbortSignal
}

/** Sends a file. fetch does not tell how much was sent, so this uses XMLHttpRequest. */
export async function sendFile(options: SentFile): Promise<void> {
  let answer = await send(options)
  if (answer.status === 401 && (await refreshTokens())) answer = await send(options)
  if (answer.status !== 200) throw problemOf(answer)
}

interface UploadAnswer {
  status: number
  text: string
}

function send({ path, file, onProgress, cancelled }: SentFile): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('authorization', `Bearer ${accessToken()}`)
    request.setRequestHeader('accept-language', i18next.language)
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
