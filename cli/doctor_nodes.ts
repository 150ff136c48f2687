import { distributedTables } from '../server/db/citus/distributed_tables.ts'
import { checkNodes } from '../server/db/citus/nodes.ts'
import type { Session } from '../server/db/sql.ts'
import type { Finding } from './doctor_hosts.ts'

const names_max = 5

/** The nodes of a distributed database that cannot be reached, and their spaces. */
export async function findNodeProblems(session: Session): Promise<Finding[]> {
  if ((await distributedTables(session)).length === 0) return []
  const check = await session.begin('read only', checkNodes)
  return (check?.unreachable ?? []).map(({ id, address, spaces }) => {
    const more = spaces.length > names_max ? ', …' : ''
    const which = spaces.length > 0 ? ` (${spaces.slice(0, names_max).join(', ')}${more})` : ''
    const count = spaces.length === 1 ? '1 space' : `${spaces.length} spaces`
    return {
      state: 'fail',
      about: 'node',
      text:
        `Node ${id} at ${address} cannot be reached. ${count} on it${which} cannot be used. ` +
        'Users, roles and spaces cannot be changed until it is back.',
    }
  })
}
