import { meQuery, type Operations, queries } from '../../../api.ts'
import type { FieldAction, FieldDoors } from '../doors.ts'
import { databaseExists, deleteRows, readRow, readRows, writeRows } from './database.ts'

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
export async function storeUser() {
  const me = queries.getQueryData(meQuery.queryKey)
  if (!me) return
  const mine = ownerOf(me)
  for (const store of ['people', 'lists'] as const) {
    const others = (await readRows<{ owner: string }>(store)).filter(row => row.owner !== mine)
    await deleteRows(store, ...others.map(row => row.owner))
  }
  const doors = (await readRows<FieldDoors>('doors')).filter(row => row.owner !== mine)
  await deleteRows('doors', ...doors.map(row => [row.owner, row.action_id]))
  await writeRows('people', { owner: mine, me, since: new Date().toISOString() } satisfies KeptPerson)
}

/** Whoever used the app here last, for opening it without a line. */
export async function storedUser(): Promise<Me | undefined> {
  if (!(await databaseExists())) return undefined
  const [person] = await readRows<KeptPerson>('people')
  return person?.me
}

export const storedActions = async () => (await readRow<KeptList>('lists', owner()))?.actions

export const storeActions = (actions: FieldAction[]) =>
  writeRows('lists', { owner: owner(), actions } satisfies KeptList)

export const storedDoors = (action_id: number) => readRow<FieldDoors>('doors', [owner(), action_id])

export const storeDoors = (doors: FieldDoors) => writeRows('doors', doors)

export const deleteDoors = (action_id: number) => deleteRows('doors', [owner(), action_id])

/** What is over is not carried around any longer. */
export async function deleteDoorsExcept(action_ids: number[]) {
  const over = (await readRows<FieldDoors>('doors')).filter(({ action_id }) => !action_ids.includes(action_id))
  await deleteRows('doors', ...over.map(row => [row.owner, row.action_id]))
}
