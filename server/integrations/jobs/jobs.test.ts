import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { pino } from 'pino'
import { importJobSteps } from '../../contacts/imports/job.ts'
import { NotificationListener } from '../../db/notification_listener.ts'
import { Pool } from '../../db/pool/pool.ts'
import { claimJob, type JobStep, runStep, type StepResult } from '../../jobs/queue.ts'
import { JobRunner } from '../../jobs/runner.ts'
import { eventually } from '../../test/harness.ts'
import { anImport, waitForJob } from '../../test/imports.ts'
import { aSpace, aUser, aUserPerRole, type Person } from '../../test/people.ts'
import { startAppWithoutJobs } from '../../test/shared_apps.ts'

// The application runs no jobs here: these tests decide which runner claims a job, and when it dies.
const app = await startAppWithoutJobs()
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 2 })
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 4 })
const listener = new NotificationListener(app.database_url)
await listener.start()
const log = pino({ level: 'silent' })

const aPlace = async () => aUser(app, await aSpace(app), { role: 'admin' })
const csv = (count: number) =>
  `mail,nom\n${Array.from({ length: count }, (_, n) => (n % 100 === 7 ? `b${n}@example.org,N${n},extra` : `p${n}@example.org,N${n}`)).join('\n')}\n`

async function aJob(who: Person, what = 'run', file = csv(10)) {
  const { id } = await anImport(app, who, file)
  const { body } = await app.as(who).post(`/v1/imports/${id}/${what}`)
  return { import_id: id, job: body.data[`${what}_job_id`] as number }
}

/** A job of three steps, each of which writes a tag. */
const tagging: JobStep = async ({ sql, caller, job }) => {
  const done = job.done + 1
  await sql`insert into tags (group_id, name) values (${caller.group_id}, ${`${job.id}: ${done}`})`
  return { position: {}, result: {}, done, total: 3, over: done === 3 }
}
const tagSteps: Record<string, JobStep> = { import_run: tagging }

async function withRunner<T>(work: (runner: JobRunner) => Promise<T>, works = tagSteps) {
  const runner = new JobRunner({ worker, pool, listener, steps: works, log })
  runner.start()
  try {
    return await work(runner)
  } finally {
    await runner.stop()
  }
}

const read = async (who: Person, id: number) => (await app.as(who).get(`/v1/jobs/${id}`)).body.data
const tagsIn = async (space: number) =>
  (await app.owner<{ name: string }[]>`select name from tags where group_id = ${space} order by id`).map(
    ({ name }) => name,
  )
const tagsOf = (job: number) => [1, 2, 3].map(step => `${job}: ${step}`)
const silence = (id: number) => app.owner`update jobs set heartbeat_at = now() - interval '1 minute' where id = ${id}`
const stepOf = ({ space }: Person, job: number, holder: string, works = tagSteps) =>
  pool.write({ group_id: space }, sql => runStep(sql, { group_id: space, id: job }, holder, works))

describe('a job whose process dies', () => {
  // Other test files have left jobs, which a runner would claim.
  before(() => app.owner`update jobs set state = 'cancelled', claimed_by = null where state in ('queued', 'running')`)

  test('between two steps is continued by another process from the last step: an import', async () => {
    // A step of an import reads 2000 rows.
    const [rows, refused_rows] = [2100, 21]
    const contactsIn = async (space: number) => {
      const [row] = await app.owner<[{ count: number; persons: number }]>`
        select count(*) as count, count(distinct mail) as persons from contacts where group_id = ${space} and deleted_at is null`
      return { ...row }
    }
    const whole = { count: rows - refused_rows, persons: rows - refused_rows }
    const admin = await aPlace()
    const { job, import_id } = await aJob(admin, 'run', csv(rows))
    const claim = await claimJob(worker, 'the dead')
    assert.equal(claim!.id, job)
    assert.ok(await stepOf(admin, job, 'the dead', importJobSteps))
    const halfway = await contactsIn(admin.space)
    assert.ok(halfway.count > 0 && halfway.count < whole.count)
    await silence(job)
    await withRunner(() => waitForJob(app, admin, job), importJobSteps)
    assert.deepEqual(await contactsIn(admin.space), whole)
    const { run } = (await app.as(admin).get(`/v1/imports/${import_id}`)).body.data
    assert.deepEqual([run.rows, run.created, run.refused, run.repeated], [rows, whole.count, refused_rows, 0])
    const refused = await app.as(admin).get(`/v1/imports/${import_id}/refused.csv`)
    assert.equal(refused.text.trim().split('\r\n').length, 1 + refused_rows)
  })

  test('during a step has not done that step', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    const dying: Record<string, JobStep> = {
      import_run: async step => {
        await tagging(step)
        throw new Error('the power is gone')
      },
    }
    await claimJob(worker, 'the dead')
    await assert.rejects(stepOf(admin, job, 'the dead', dying))
    assert.deepEqual(await tagsIn(admin.space), [])
    await silence(job)
    await withRunner(() => waitForJob(app, admin, job))
    assert.deepEqual(await tagsIn(admin.space), tagsOf(job))
  })

  test('and that resumes later finds the job claimed by another', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    await claimJob(worker, 'the dead')
    assert.ok(await stepOf(admin, job, 'the dead'))
    await silence(job)
    await claimJob(worker, 'the heir')
    assert.equal(await stepOf(admin, job, 'the dead'), false)
    assert.equal((await read(admin, job)).done, 1)
    assert.ok(await stepOf(admin, job, 'the heir'))
    await silence(job)
    await withRunner(() => waitForJob(app, admin, job))
    assert.equal(await stepOf(admin, job, 'the dead'), false)
    assert.deepEqual(await tagsIn(admin.space), tagsOf(job))
  })

  test('is left to its process while the claim is valid', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    await claimJob(worker, 'the living')
    assert.equal(await claimJob(worker, 'another'), undefined)
    await app.owner`update jobs set state = 'cancelled', claimed_by = null where id = ${job}`
  })
})

describe('runners', () => {
  test('that stop release their jobs, and the next runner finishes them', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    for (let state = 'queued'; state !== 'done'; state = (await read(admin, job)).state) {
      const { done } = await read(admin, job)
      await withRunner(() => eventually(async () => (await read(admin, job)).done > done))
    }
    assert.deepEqual(await tagsIn(admin.space), tagsOf(job))
  })

  test('three at once run each job once, and one at a time per space', async () => {
    const people = [await aPlace(), await aPlace()]
    const jobs: { who: Person; job: number }[] = []
    for (const who of [...people, ...people]) jobs.push({ who, ...(await aJob(who)) })
    const running = new Map<number, number>()
    const watched: Record<string, JobStep> = {
      import_run: async step => {
        const { group_id } = step.caller
        running.set(group_id, (running.get(group_id) ?? 0) + 1)
        assert.equal(running.get(group_id), 1, 'two jobs of one space at once')
        const reached = await tagging(step)
        running.set(group_id, 0)
        return reached
      },
    }
    const all = () => Promise.all(jobs.map(({ who, job }) => waitForJob(app, who, job)))
    await withRunner(() => withRunner(() => withRunner(all, watched), watched), watched)
    for (const { who, job } of jobs) assert.equal((await read(who, job)).state, 'done')
    for (const { space } of people) {
      const own = jobs.filter(({ who }) => who.space === space).flatMap(({ job }) => tagsOf(job))
      assert.deepEqual((await tagsIn(space)).sort(), own.sort())
    }
  })

  test('retry failed steps, and give up after repeated failure', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    let stumbles = 0
    const lame: Record<string, JobStep> = {
      import_run: step => {
        if (stumbles++ < 1) throw new Error('not now')
        return tagging(step)
      },
    }
    await withRunner(() => waitForJob(app, admin, job), lame)
    assert.deepEqual([(await read(admin, job)).state, stumbles], ['done', 4])
    assert.deepEqual(await tagsIn(admin.space), tagsOf(job))
    const second = await aJob(admin)
    await app.owner`update jobs set attempts = 6 where id = ${second.job}`
    const hopeless: Record<string, JobStep> = { import_run: () => Promise.reject(new Error('secret of ours')) }
    const failed = await withRunner(() => waitForJob(app, admin, second.job), hopeless)
    assert.equal(failed.state, 'failed')
    assert.doesNotMatch(failed.error, /secret/)
  })
})

describe('following a job', () => {
  const slow = (): { works: Record<string, JobStep>; next: () => void } => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let [step, opened] = [0, 0]
    const works: Record<string, JobStep> = {
      import_run: async ({ job }): Promise<StepResult> => {
        await gates[step++]?.promise
        return { position: {}, result: {}, done: job.done + 1, total: 3, over: job.done + 1 >= 3 }
      },
    }
    return { works, next: () => gates[opened++]?.resolve() }
  }

  test('streams every step as it happens and ends with the job', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    const { works, next } = slow()
    await withRunner(async () => {
      const seen = []
      for await (const event of follow(admin, job)) {
        seen.push([event.state, event.done])
        next()
      }
      assert.deepEqual(seen.at(-1), ['done', 3])
      assert.deepEqual(
        seen.map(([, done]) => done),
        seen.map(([, done]) => done).toSorted(),
      )
      assert.ok(seen.length >= 3)
    }, works)
    const after = []
    for await (const event of follow(admin, job)) after.push(event.state)
    assert.deepEqual(after, ['done'], 'a job that is over is told once')
  })

  test('a token revoked meanwhile receives nothing more', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    const events = follow(admin, job)
    assert.equal((await events.next()).value.state, 'queued')
    await app.owner`update tokens set revoked_at = now() where user_id = ${admin.id}`
    await app.owner`select pg_notify('muster', 'access')`
    await app.owner`select pg_notify('muster', 'progress')`
    await assert.rejects(async () => {
      const { done } = await events.next()
      if (done) throw new Error('it ended')
    })
    await app.owner`update jobs set state = 'cancelled' where id = ${job}`
  })

  async function* follow(who: Person, job: number): AsyncGenerator<any> {
    const response = await fetch(`${app.url}/v1/jobs/${job}/events`, {
      headers: { authorization: `Bearer ${who.token}` },
    })
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end)
        text = text.slice(end + 2)
        if (event.startsWith('data: ')) yield JSON.parse(event.slice(6))
      }
    }
  }
})

describe('jobs', () => {
  test('that wait are cancelled at once; those that are over are not', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    const { body } = await app.as(admin).post(`/v1/jobs/${job}/cancel`)
    assert.equal(body.data.state, 'cancelled')
    assert.equal((await app.as(admin).post(`/v1/jobs/${job}/cancel`)).status, 409)
    await withRunner(async runner => runner.wake())
    assert.deepEqual(await tagsIn(admin.space), [])
  })

  test('that run are cancelled after their step', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    await claimJob(worker, 'me')
    await stepOf(admin, job, 'me')
    const { body } = await app.as(admin).post(`/v1/jobs/${job}/cancel`)
    assert.deepEqual([body.data.state, body.data.cancel_requested], ['running', true])
    assert.equal(await stepOf(admin, job, 'me'), false)
    assert.deepEqual([(await read(admin, job)).state, (await tagsIn(admin.space)).length], ['cancelled', 1])
  })

  test('are visible to their owner, and to users who may write contacts', async () => {
    const space = await aSpace(app)
    const { admin, manager, user } = await aUserPerRole(app, space)
    const { job } = await aJob(manager, 'check')
    const total = async (who: Person, query = '') => (await app.as(who).get(`/v1/jobs${query}`)).body.total
    assert.deepEqual([await total(admin), await total(manager), await total(user)], [1, 1, 0])
    assert.deepEqual([await total(admin, '?state=queued'), await total(admin, '?state=done')], [1, 0])
    assert.equal((await app.as(user).get(`/v1/jobs/${job}`)).status, 404)
    assert.equal((await app.as(user).post(`/v1/jobs/${job}/cancel`)).status, 404)
    const { user: owner, kind, unit } = await read(admin, job)
    assert.deepEqual([owner.id, kind, unit], [manager.id, 'import_check', 'bytes'])
    assert.equal((await app.as(admin).get('/v1/jobs?state=nonsense')).status, 422)
    assert.equal((await app.as().get('/v1/jobs')).status, 401)
  })
})

test.after(async () => {
  await listener.stop()
  await Promise.all([worker.end(), pool.end()])
})
