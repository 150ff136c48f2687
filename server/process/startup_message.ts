import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Demo } from '../demo/demo.ts'

interface StartupFacts {
  config: Config
  /** The public address. */
  url: string
  /** The address that the server listens on. */
  listening_url: string
  demo: Demo | undefined
  /** Creates the first space; undefined if there is one. */
  set_up_link: string | undefined
}

/** What is printed once Muster is ready. */
export function startupMessage({ config, url, listening_url, demo, set_up_link }: StartupFacts) {
  const lines = [
    '',
    `Muster is ready at ${url}`,
    '',
    `  console         ${url}/console/`,
    `  guides          ${url}/docs/guides`,
    `  API reference   ${url}/docs`,
    ...(listening_url === url ? [] : [`  listening       ${listening_url}`]),
    `  data            ${config.DATABASE_URL ? 'in the database of DATABASE_URL' : config.DATA_DIR}`,
    `  mail            ${config.SMTP_URL ? 'sent through SMTP_URL' : `kept as files in ${join(config.DATA_DIR, 'mail')} (set SMTP_URL to send it)`}`,
  ]
  if (set_up_link) lines.push(...setUpLines(set_up_link))
  if (demo) lines.push(...demoLines(config, url, demo))
  return [...lines, '', 'Ctrl-C stops it.', ''].join('\n')
}

const setUpLines = (link: string) => [
  '',
  'This server has no space yet. Create yours, and your account, with this link. It works once, for 24 hours:',
  '',
  `  ${link}`,
]

function demoLines(config: Config, url: string, demo: Demo) {
  const file = join(config.DATA_DIR, 'demo.json')
  if (!demo.made) return [`  demo accounts   ${file}`]
  const space = (id: number) => demo.spaces.find(space => space.id === id)?.name
  return [
    '',
    `A demo was made for you to try. Its accounts, also in ${file}:`,
    '',
    ...demo.accounts.flatMap(({ mail, password, role, space_id, token }) => [
      `  ${role.padEnd(10)} ${mail} · password ${password} · ${space(space_id)}`,
      `             ${token}`,
    ]),
    '',
    `  Try: curl -H "Authorization: Bearer ${demo.accounts[0]?.token}" ${url}/me`,
  ]
}
