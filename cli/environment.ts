// What the command line reads from the environment. Apart from the settings of the server, whose schema takes longer to load than a command.

/** The environment variables of the command line client. */
export type ClientSettings = Partial<Record<(typeof client_settings)[number], string>>

const client_settings = ['MUSTER_URL', 'MUSTER_TOKEN', 'MUSTER_PROFILE', 'XDG_CONFIG_HOME', 'HOME'] as const

export const readClientSettings = (env: NodeJS.ProcessEnv = process.env): ClientSettings =>
  Object.fromEntries(client_settings.flatMap(name => (env[name] ? [[name, env[name]]] : [])))

/** The folder in which the command was typed. npm changes to the project's folder before it runs one. */
export const startedIn = () => process.env['INIT_CWD'] ?? process.cwd()
