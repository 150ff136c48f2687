import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from './api.ts'

/** The signed-in user and their permissions. */
export function useMe() {
  const { data } = useSuspenseQuery(meQuery)
  const may = (...permissions: string[]) => permissions.every(word => (data.permissions as string[]).includes(word))
  return { ...data, may }
}
