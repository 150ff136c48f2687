import { type Config, hostInUrl } from '../server/config.ts'
import { createSetUpLink } from '../server/set_up/link.ts'
import { CommandError, type ParsedArgs } from './command.ts'
import { withDatabase } from './database.ts'
import { message, type Output } from './output.ts'

/** The link that a server without a space prints at its start. */
export async function printSetUpLink(_: ParsedArgs, config: Config): Promise<Output> {
  const public_url = config.PUBLIC_URL?.replace(/\/$/, '') ?? `http://${hostInUrl(config.HOST)}:${config.PORT}`
  const link = await withDatabase(config, ({ url }) => createSetUpLink(url, public_url))
  if (!link) throw new CommandError('This server has a space already. An administrator can invite you.')
  return message(link, { link })
}
