import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { errorText } from '../../components/error_text.ts'
import { refreshFiles, uploadFile } from './data.ts'

/** A file that is being sent, waits for others, or was refused. */
export interface Upload {
  id: string
  name: string
  state: 'waiting' | 'sending' | 'failed'
  /** The share that was sent, from 0 to 1. */
  share: number
  error: string
}

interface Limits {
  file_bytes_max: number
  extensions: string[]
}

/** Sends files one after the other. Those that failed stay listed, each with its reason. */
export function useUploads(contact_id: number, limits: Limits | undefined) {
  const { t } = useTranslation('files')
  const [uploads, setUploads] = useState<Upload[]>([])
  const cancels = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())

  const change = (id: string, part: Partial<Upload>) =>
    setUploads(before => before.map(one => (one.id === id ? { ...one, ...part } : one)))
  const drop = (id: string) => {
    cancels.current.get(id)?.abort()
    cancels.current.delete(id)
    setUploads(before => before.filter(one => one.id !== id))
  }

  const problemOf = ({ name, size }: File) => {
    if (!limits) return ''
    const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
    if (!limits.extensions.includes(extension)) return t('error.type')
    if (size === 0) return t('error.empty')
    if (size > limits.file_bytes_max) return t('error.too_large', { size: Math.floor(limits.file_bytes_max / 2 ** 20) })
    return ''
  }
  const reasonOf = (error: unknown) => {
    if (!(error instanceof ApiError)) return t('error.connection')
    if (error.status === 413) return t('error.too_large', { size: Math.floor((limits?.file_bytes_max ?? 0) / 2 ** 20) })
    if (error.status === 422) return t('error.contents')
    return errorText(error) || t('error.other')
  }

  const send = async (id: string, file: File) => {
    const cancel = cancels.current.get(id)
    if (!cancel || cancel.signal.aborted) return
    change(id, { state: 'sending' })
    try {
      await uploadFile({
        contact_id,
        file,
        onProgress: share => change(id, { share }),
        cancelled: cancel.signal,
      })
      await refreshFiles(contact_id)
      drop(id)
    } catch (error) {
      if (cancel.signal.aborted) return
      change(id, { state: 'failed', error: reasonOf(error) })
    }
  }

  const add = (files: File[]) => {
    const added = files.map(file => ({ id: crypto.randomUUID(), file, error: problemOf(file) }))
    setUploads(before => [
      ...before,
      ...added.map(({ id, file, error }) => ({
        id,
        name: file.name,
        state: error ? ('failed' as const) : ('waiting' as const),
        share: 0,
        error,
      })),
    ])
    for (const { id, file, error } of added) {
      if (error) continue
      cancels.current.set(id, new AbortController())
      queue.current = queue.current.then(() => send(id, file))
    }
  }
  return { uploads, add, drop }
}
