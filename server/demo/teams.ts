import { page_size_max } from '../fields.ts'
import { createTeam } from '../organisation/teams/queries.ts'
import { listUsers } from '../organisation/users/queries.ts'
import type { DemoContext } from './demo.ts'
import { required } from './required.ts'

export async function fillTeams({ sql, caller, data }: DemoContext) {
  const { users: all } = await listUsers(sql, caller, { limit: page_size_max, offset: 0, sort: true })
  const idOf = new Map(all.map(({ surname, id }) => [surname, id]))
  const people = (surnames: string[]) => surnames.map(surname => ({ id: required(idOf.get(surname), surname) }))
  for (const { leaders, users, ...team } of data.teams) {
    await createTeam(sql, caller, {
      private: false,
      hide_users: false,
      ...team,
      leaders: people(leaders),
      users: people(users),
    })
  }
}
