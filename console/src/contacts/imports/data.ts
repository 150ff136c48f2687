import { queryOptions } from '@tanstack/react-query'
import { type Import, type ImportSummary, muster, type Operations, queries } from '../../api.ts'

export type ImportSettings = Operations['imports.update']['args']['data']
export type ImportJob = 'check' | 'run' | 'undo'

const poll_ms = 1000
const working = ['checking', 'running', 'undoing']

export const isRunning = ({ state }: Pick<Import, 'state'>) => working.includes(state)

export const importsQuery = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: async ({ signal }) => (await muster.imports.list({ limit: 100 }, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(isRunning) ? 3 * poll_ms : false),
})

/** An import, polled while it runs. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: async ({ signal }) => (await muster.imports.read({ id }, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? poll_ms : false),
  })

export const jobQuery = (id: number) =>
  queryOptions({
    queryKey: ['jobs', id],
    queryFn: async ({ signal }) => (await muster.jobs.read({ id }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.ended_at ? false : poll_ms),
    throwOnError: false,
  })

export const jobOf = ({ state, check_job_id, run_job_id, undo_job_id }: ImportSummary) =>
  state === 'checking' ? check_job_id : state === 'undoing' ? undo_job_id : run_job_id

export const keptContactsQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id, 'kept'],
    queryFn: async ({ signal }) => (await muster.imports.listKept({ id, limit: 100 }, { signal })).data,
  })

export async function uploadFile(file: File) {
  const { data } = await muster.imports.upload({ name: file.name.slice(0, 200), file })
  queries.setQueryData(importQuery(data.id).queryKey, data)
  await queries.invalidateQueries({ queryKey: importsQuery.queryKey })
  return data
}

export async function changeImport(id: number, settings: ImportSettings) {
  const { data } = await muster.imports.update({ id, data: settings })
  queries.setQueryData(importQuery(id).queryKey, data)
  return data
}

/** Starts a job of the import; its progress is polled by the queries above. */
export async function startImportJob(id: number, work: ImportJob) {
  const { data } = await muster.imports[work]({ id })
  queries.setQueryData(importQuery(id).queryKey, data)
  await queries.invalidateQueries({ queryKey: importsQuery.queryKey })
}

export const stopJob = (id: number) => muster.jobs.cancel({ id })

/** The refused rows with their reasons, as a file. */
export const refusedFile = (id: number) => muster.imports.exportRefused({ id })
