import { meQuery, type Operations, queries } from '../../../api.ts'
import type { FieldAction, FieldDoors } from '../doors.ts'
import { isThere, read, readAll, remove, write } from './database.ts'

type Me = Operations['me.read']['answer']['data']

interface KeptPerson {
  owner: string
  me: Me
  since: string
}

interface KeptList {
  owner: string
  actions: FieldAction[]
}

const ownerOf = ({ user, space }: Me) => `${user.id}@${space.id}`

/** Whose data this is: a person in a space. What is kept for one is never shown to, nor sent by, another. */
export function owner(): string {
  const me = queries.getQueryData(meQuery.queryKey)
  if (!me) throw new Error('nobody is here')
  return ownerOf(me)
}

/** Keeps who works here, and lets go of the doors that somebody else had loaded. Their unsent visits stay: they are work done. */
export async function keepPerson() {
  const me = queries.getQueryData(meQuery.queryKey)
  if (!me) return
  const mine = ownerOf(me)
  for (const store of ['people', 'lists'] as const) {
    const others = (await readAll<{ owner: string }>(store)).filter(row => row.owner !== mine)
    await remove(store, ...others.map(row => row.owner))
  }
  const doors = (await readAll<FieldDoors>('doors')).filter(row => row.owner !== mine)
  await remove('doors', ...doors.map(row => [row.owner, row.action_id]))
  await write('people', { owner: mine, me, since: new Date().toISOString() } satisfies KeptPerson)
}

/** Whoever used the app here last, for opening it without a line. */
export async function keptPerson(): Promise<Me | undefined> {
  if (!(await isThere())) return undefined
  const [person] = await readAll<KeptPerson>('people')
  return person?.me
}

export const keptActions = async () => (await read<KeptList>('lists', owner()))?.actions

export const keepActions = (actions: FieldAction[]) => write('lists', { owner: owner(), actions } satisfies KeptList)

export const keptDoors = (action_id: number) => read<FieldDoors>('doors', [owner(), action_id])

export const keepDoors = (doors: FieldDoors) => write('doors', doors)

export const forgetDoors = (action_id: number) => remove('doors', [owner(), action_id])

/** What is over is not carried around any longer. */
export async function forgetDoorsExcept(action_ids: number[]) {
  const over = (await readAll<FieldDoors>('doors')).filter(({ action_id }) => !action_ids.includes(action_id))
  await remove('doors', ...over.map(row => [row.owner, row.action_id]))
}
