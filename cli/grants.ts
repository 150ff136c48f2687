import { endOwnGrant, listGrants } from '../server/integrations/grants/queries.ts'
import { actingUser } from './acting_user.ts'
import { type Command, wholeNumber, withPool } from './command.ts'

const options = {
  mail: { about: 'the address the person signs in with', required: true },
  space: { about: 'the number of the space, for people who belong to several' },
}
const numberOf = (text: string | undefined, name: string) =>
  wholeNumber(text, name, { from: 1, to: Number.MAX_SAFE_INTEGER })

export const grantList: Command = {
  about: 'Lists the applications that a person has let act for them in a space.',
  options,
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.read({}, async sql => {
        const { caller } = await actingUser(sql, options['mail']!, numberOf(options['space'], 'space'))
        const { rows } = await listGrants(sql, caller, { limit: 1000, offset: 0 })
        return rows
          .map(({ id, name, expires_at, scopes }) => `${id}\t${name}\tuntil ${expires_at}\t${scopes.join(' ')}`)
          .join('\n')
      }),
    ),
}

export const grantRevoke: Command = {
  about: 'Takes back what a person has let an application do, with all its tokens, at once.',
  options: { ...options, id: { about: 'its number in "muster grant list"', required: true } },
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.write({}, async sql => {
        const writer = await actingUser(sql, options['mail']!, numberOf(options['space'], 'space'))
        await endOwnGrant(sql, writer, numberOf(options['id'], 'id')!)
        return 'The application may no longer act for them.'
      }),
    ),
}
