import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from './api.ts'

/** Who is here, and whether they may do a thing. */
export function useMe() {
  const { data } = useSuspenseQuery(meQuery)
  const may = (...permissions: string[]) => permissions.every(word => (data.permissions as string[]).includes(word))
  return { ...data, may }
}
