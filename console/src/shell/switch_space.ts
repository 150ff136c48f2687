import { muster, queries } from '../api.ts'

/** Moves the access token to another space and clears what was loaded from this one. */
export async function switchSpace(space_id: number, user: { id: number; mail: string }, goHome: () => Promise<void>) {
  await muster.users.update({
    id: user.id,
    data: { mail: user.mail, selected_group_id: [space_id], UpdateToken: true },
  })
  await goHome()
  await queries.resetQueries()
}
