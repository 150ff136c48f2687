import { obstaclesIn, planOf, readCatalogue, type Step } from '../server/db/citus/migration.ts'
import { openSession, type Session } from '../server/db/sql.ts'
import { type Command, CommandError, withDatabase } from './command.ts'

export const distribute: Command = {
  about:
    'Spreads the tables over the machines of a Citus database, each space on one of them. Done again after an upgrade, it places what is new.',
  options: { 'dry-run': { about: 'only print what would be done', flag: true } },
  run: ({ flags }, config) =>
    withDatabase(config, async ({ owner_url }) => {
      const owner = openSession(owner_url)
      try {
        const catalogue = await readCatalogue(owner)
        const obstacles = obstaclesIn(catalogue)
        if (obstacles.length > 0) throw new CommandError(`This cannot be spread:\n${obstacles.join('\n')}`)
        const steps = planOf(catalogue)
        if (flags.has('dry-run')) return formatSteps(steps)
        await checkCitus(owner)
        await runSteps(owner, steps)
        return `${formatSteps(steps)}\n\n-- Done: ${steps.length} statements in one transaction. "muster doctor" looks whether all is well.`
      } finally {
        await owner.end({ timeout: 2 })
      }
    }),
}

const formatSteps = (steps: Step[]) => steps.map(({ about, statement }) => `-- ${about}.\n${statement};`).join('\n')

async function checkCitus(owner: Session) {
  const [found] = await owner`select from pg_extension where extname = 'citus'`
  if (found) return
  throw new CommandError(
    'This database has no extension named citus, so there is nothing to spread over. Install Citus on every machine, say "create extension citus" here, ' +
      'and add the workers. --dry-run shows the plan without it.',
  )
}

/** All or nothing: whoever is interrupted finds the database as it was. */
export async function runSteps(owner: Session, steps: Step[]) {
  await owner.begin(async sql => {
    // Foreign keys to tables that are everywhere need their statements one after the other.
    await sql.unsafe("set local citus.multi_shard_modify_mode to 'sequential'")
    for (const { statement } of steps) await sql.unsafe(statement)
  })
}
