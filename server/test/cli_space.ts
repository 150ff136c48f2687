import { run } from './process.ts'

/** Runs a command that must succeed; returns what it prints. */
export async function printed(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await run({ args: ['cli/muster.ts', ...args], env, patience_ms: command_ms_max })
  if (code !== 0) throw new Error(`muster ${args.join(' ')} failed: ${stdout}${stderr}`)
  return stdout.trim()
}

const command_ms_max = 300_000

/** A space with one superadmin, created on the command line. */
export async function createSpaceWithToken(env: Record<string, string>, name: string) {
  const id = await printed(env, 'space', 'create', '--name', name)
  const mail = `superadmin-${id}@example.org`
  await printed(env, 'user', 'create', '--mail', mail, '--space', id, '--role', 'superadmin')
  return { id: Number(id), token: await printed(env, 'token', 'create', '--mail', mail) }
}
