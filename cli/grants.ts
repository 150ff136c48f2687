import type { Config } from '../server/config.ts'
import { listGrants, revokeOwnGrant } from '../server/integrations/grants/queries.ts'
import { actingUser } from './acting_user.ts'
import { type ParsedArgs, parseId, requiredId, requiredOption } from './command.ts'
import { withPool } from './database.ts'
import { list, message, type Output } from './output.ts'

export const listGrantsOfUser = ({ options }: ParsedArgs, config: Config): Promise<Output> =>
  withPool(config, pool =>
    pool.read({}, async sql => {
      const mail = requiredOption(options, 'mail')
      const { caller } = await actingUser(sql, mail, parseId(options['space'], 'space'))
      const { rows } = await listGrants(sql, caller, { limit: 1000, offset: 0 })
      return list(
        rows.map(({ id, name, expires_at, scopes }) => ({ id, name, expires_at, scopes })),
        ({ id, name, expires_at, scopes }) => ({ id, name, until: expires_at, scopes: scopes.join(' ') }),
        {
          line: ({ id, name, expires_at, scopes }) => [id, name, `until ${expires_at}`, scopes.join(' ')],
          none: `No application may act for ${mail}.`,
        },
      )
    }),
  )

export async function revokeGrant({ options }: ParsedArgs, config: Config): Promise<Output> {
  const id = requiredId(options, 'id')
  const space = parseId(options['space'], 'space')
  return withPool(config, pool =>
    pool.write({}, async sql => {
      await revokeOwnGrant(sql, await actingUser(sql, requiredOption(options, 'mail'), space), id)
      return message('Grant revoked. The application can no longer act for this user.', { id, revoked: true })
    }),
  )
}
