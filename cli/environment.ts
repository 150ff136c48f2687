/** The environment variables of the command line. The settings of the server are in server/config.ts. */
export type ClientSettings = Partial<Record<(typeof client_settings)[number], string>>

const client_settings = ['MUSTER_URL', 'MUSTER_TOKEN', 'MUSTER_PROFILE', 'XDG_CONFIG_HOME', 'HOME'] as const

export const readClientSettings = (env: NodeJS.ProcessEnv = process.env): ClientSettings =>
  Object.fromEntries(client_settings.flatMap(name => (env[name] ? [[name, env[name]]] : [])))

/** The folder in which the command was typed. The script `muster` and npm change to the project's folder before they run it. */
export const startedIn = () => process.env['INIT_CWD'] ?? process.cwd()

/** How the command was typed, for texts that tell what to type next. The script `muster` sets it. */
export const muster = process.env['MUSTER_COMMAND'] ?? './muster'

/** A terminal that cannot erase a line. */
export const isDumbTerminal = process.env['TERM'] === 'dumb'
