import { meQuery, queries } from '../../../api.ts'
import type { FieldAction, FieldDoors } from '../doors.ts'
import { databaseExists, deleteRows, type Me, readRow, readRows, writeRows } from './database.ts'

const ownerOf = ({ user, space }: Me) => `${user.id}@${space.id}`

/** A user in a space. What is stored for one is never shown to, nor sent by, another. */
export function owner(): string {
  const me = queries.getQueryData(meQuery.queryKey)
  if (!me) throw new Error('not signed in')
  return ownerOf(me)
}

/** Stores who works here and removes what other users had loaded. Their unsent visits stay. */
export async function storeUser() {
  const me = queries.getQueryData(meQuery.queryKey)
  if (!me) return
  const mine = ownerOf(me)
  for (const store of ['people', 'lists'] as const) {
    const others = (await readRows(store)).filter(row => row.owner !== mine)
    await deleteRows(store, ...others.map(row => row.owner))
  }
  await deleteDoorsWhere(row => row.owner !== mine)
  await writeRows('people', { owner: mine, me, since: new Date().toISOString() })
}

/** The user who opened the app here last. */
export async function storedUser(): Promise<Me | undefined> {
  if (!(await databaseExists())) return undefined
  const [person] = await readRows('people')
  return person?.me
}

export const storedActions = async () => (await readRow('lists', owner()))?.actions

export const storeActions = (actions: FieldAction[]) => writeRows('lists', { owner: owner(), actions })

export async function storedDoors(action_id: number): Promise<FieldDoors | undefined> {
  const row = await readRow('doors', [owner(), action_id])
  // A copy that an earlier version stored has no turfs.
  return row && { ...row, turfs: row.turfs ?? [] }
}

export const storeDoors = (doors: FieldDoors) => writeRows('doors', doors)

export async function deleteDoors(action_id: number) {
  await deleteRows('doors', [owner(), action_id])
  await forgetStreets([{ owner: owner(), action_id }])
}

/** Removes the doors of actions that are over. */
export const deleteDoorsExcept = (action_ids: number[]) =>
  deleteDoorsWhere(({ action_id }) => !action_ids.includes(action_id))

async function deleteDoorsWhere(condition: (doors: FieldDoors) => boolean) {
  const rows = (await readRows('doors')).filter(condition)
  await deleteRows('doors', ...rows.map((row): [string, number] => [row.owner, row.action_id]))
  await forgetStreets(rows)
}

// Loaded when it is needed: the first page sends visits, and shows no map.
export async function forgetStreets(doors: Pick<FieldDoors, 'owner' | 'action_id'>[]) {
  if (doors.length === 0) return
  const streets = await import('./streets.ts')
  for (const row of doors) await streets.forgetStreets(row)
}
