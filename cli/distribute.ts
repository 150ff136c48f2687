import type { Config } from '../server/config.ts'
import { type DistributionStep, planOf, readClusterMetadata } from '../server/db/citus/migration.ts'
import { statement_limits } from '../server/db/pool/session_setup.ts'
import { hasSqlstate, type Session, withSession } from '../server/db/sql.ts'
import { CommandError, type ParsedArgs } from './command.ts'
import { withDatabase } from './database.ts'
import { muster } from './environment.ts'
import { whenInterrupted } from './interruption.ts'
import type { Output } from './output.ts'
import type { Terminal } from './terminal.ts'

export const distribute = ({ flags }: ParsedArgs, config: Config, terminal: Terminal): Promise<Output> =>
  withDatabase(config, ({ owner_url }) =>
    withSession(owner_url, async owner => {
      if (flags.has('dry-run')) return stepsOutput(planOf(await readClusterMetadata(owner)), false)
      await checkCitus(owner)
      await checkNoOtherRun(owner)
      const steps = planOf(await readClusterMetadata(owner))
      whenInterrupted(() => 'Nothing was changed: the statements run in one transaction.')
      await runSteps(owner, steps, done => terminal.progress(`${done} of ${steps.length} statements`))
      return stepsOutput(steps, true)
    }),
  )

function stepsOutput(steps: DistributionStep[], done: boolean): Output {
  const end = `\n\n-- Done: ${steps.length} statements in one transaction. Run "${muster} doctor" to check the result.`
  return { text: `${formatSteps(steps)}${done ? end : ''}`, data: { done, steps } }
}

const formatSteps = (steps: DistributionStep[]) =>
  steps.map(({ about, statement }) => `-- ${about}.\n${statement};`).join('\n')

async function checkCitus(owner: Session) {
  const [found] = await owner`select from pg_extension where extname = 'citus'`
  if (found) return
  throw new CommandError(
    'The database does not have the citus extension. Install Citus on every node, run "create extension citus" here and add the worker nodes. ' +
      '--dry-run prints the plan without it.',
  )
}

/** Holds a lock until the session ends, so that no other run changes what the plan was made from. */
async function checkNoOtherRun(owner: Session) {
  const [locked] = await owner<[{ alone: boolean }]>`
    select pg_try_advisory_lock(hashtextextended('muster distribute', 0)) as alone`
  if (!locked.alone) throw new CommandError(`Another "${muster} distribute" is running. Wait until it ends.`)
}

const attempts_max = 10

/** Runs all statements in one transaction, so that an interruption changes nothing. Repeats it when requests were in the way of its locks. */
export async function runSteps(
  owner: Session,
  steps: DistributionStep[],
  onProgress: (done: number) => void = () => {},
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await owner.begin(async sql => {
        // Foreign keys to reference tables require sequential mode.
        await sql.unsafe("set local citus.multi_shard_modify_mode to 'sequential'")
        // Behind a backup, for example, requests must not wait for these locks.
        await sql.unsafe(`set local lock_timeout = ${statement_limits.lock_ms_max}`)
        for (const [index, { statement }] of steps.entries()) {
          await sql.unsafe(statement)
          onProgress(index + 1)
        }
      })
    } catch (error) {
      if (!hasSqlstate(error, 'deadlock', 'lock_timeout')) throw error
      if (attempt >= attempts_max)
        throw new CommandError('Other transactions hold tables, such as a backup or an import. Try again later.')
    }
  }
}
