import { listGrants, revokeOwnGrant } from '../server/integrations/grants/queries.ts'
import { actingUser, mailOption } from './acting_user.ts'
import { type Command, parseId, requiredId, requiredOption } from './command.ts'
import { withPool } from './database.ts'

const options = {
  mail: mailOption,
  space: { about: 'ID of the space. Required if the user belongs to several spaces', value: 'id' },
}

export const grantList: Command = {
  about: 'List the applications that may act for a user in a space.',
  options,
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.read({}, async sql => {
        const mail = requiredOption(options, 'mail')
        const { caller } = await actingUser(sql, mail, parseId(options['space'], 'space'))
        const { rows } = await listGrants(sql, caller, { limit: 1000, offset: 0 })
        return rows
          .map(({ id, name, expires_at, scopes }) => `${id}\t${name}\tuntil ${expires_at}\t${scopes.join(' ')}`)
          .join('\n')
      }),
    ),
}

export const grantRevoke: Command = {
  about: 'Revoke the access of an application to a user, with all its tokens.',
  options: { ...options, id: { about: 'ID from "muster grant list"', required: true } },
  run: ({ options }, config) => {
    const id = requiredId(options, 'id')
    const space = parseId(options['space'], 'space')
    return withPool(config, pool =>
      pool.write({}, async sql => {
        await revokeOwnGrant(sql, await actingUser(sql, requiredOption(options, 'mail'), space), id)
        return 'Grant revoked. The application can no longer act for this user.'
      }),
    )
  },
}
