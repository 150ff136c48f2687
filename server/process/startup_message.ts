import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Demo } from '../demo/demo.ts'

/** What is printed once Muster is ready. */
export function startupMessage({ config, url, demo }: { config: Config; url: string; demo: Demo | undefined }) {
  const lines = [
    '',
    `Muster is ready at ${url}`,
    '',
    `  console         ${url}/console/`,
    `  API reference   ${url}/docs`,
    `  data            ${config.DATABASE_URL ? 'in the database of DATABASE_URL' : config.DATA_DIR}`,
    `  mail            ${config.SMTP_URL ? 'sent through SMTP_URL' : `kept as files in ${join(config.DATA_DIR, 'mail')} (set SMTP_URL to send it)`}`,
  ]
  if (demo) lines.push(...demoLines(config, url, demo))
  return [...lines, '', 'Ctrl-C stops it.', ''].join('\n')
}

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
