import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { importJobSteps } from '../../contacts/imports/job.ts'
import { NotificationListener } from '../../db/notification_listener.ts'
import { Pool } from '../../db/pool/pool.ts'
import { claimJob, type JobStep, runStep, type StepResult } from '../../jobs/queue.ts'
import { JobRunner } from '../../jobs/runner.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { anImport, waitForJob } from '../../test/imports.ts'
import { aSpace, aUser, aUserPerRole, type Person } from '../../test/people.ts'

// The application runs no jobs here: these tests decide which runner claims a job, and when it dies.
const app = await startTestApp({ env: { JOBS: 'off' } })
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 2 })
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 4 })
const listener = new NotificationListener(app.database_url)
await listener.start()
const log = pino({ level: 'silent' })

const aPlace = async () => aUser(app, await aSpace(app), { role: 'admin' })
// Two steps of an import and a part of a third.
const rows = 4200
const csv = (count = rows) =>
  `mail,nom\n${Array.from({ length: count }, (_, n) => (n % 100 === 7 ? `b${n}@example.org,N${n},extra` : `p${n}@example.org,N${n}`)).join('\n')}\n`

async function aJob(who: Person, what = 'run', file = csv()) {
  const { id } = await anImport(app, who, file)
  const { body } = await app.as(who).post(`/v1/imports/${id}/${what}`)
  return { import_id: id, job: body.data[`${what}_job_id`] as number }
}

async function withRunner<T>(work: (runner: JobRunner) => Promise<T>, works: Record<string, JobStep> = importJobSteps) {
  const runner = new JobRunner({ worker, pool, listener, steps: works, log })
  runner.start()
  try {
    return await work(runner)
  } finally {
    await runner.stop()
  }
}

const read = async (who: Person, id: number) => (await app.as(who).get(`/v1/jobs/${id}`)).body.data
const contactsIn = async (space: number) => {
  const [row] = await app.owner<[{ count: number; persons: number }]>`
    select count(*) as count, count(distinct mail) as persons from contacts where group_id = ${space} and deleted_at is null`
  return { ...row }
}
const silence = (id: number) => app.owner`update jobs set heartbeat_at = now() - interval '1 minute' where id = ${id}`
const refused_rows = rows / 100
const whole = { count: rows - refused_rows, persons: rows - refused_rows }

describe('a job whose process dies', () => {
  test('between two steps is continued by another process from the last step', async () => {
    const admin = await aPlace()
    const { job, import_id } = await aJob(admin)
    const claim = await claimJob(worker, 'the dead')
    assert.equal(claim!.id, job)
    for (let step = 0; step < 2; step++)
      assert.ok(await pool.write({ group_id: admin.space }, sql => runStep(sql, claim!, 'the dead', importJobSteps)))
    const halfway = await contactsIn(admin.space)
    assert.ok(halfway.count > 0 && halfway.count < whole.count)
    await silence(job)
    await withRunner(() => waitForJob(app, admin, job))
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
        await importJobSteps['import_run']!(step)
        throw new Error('the power is gone')
      },
    }
    const claim = await claimJob(worker, 'the dead')
    await assert.rejects(pool.write({ group_id: admin.space }, sql => runStep(sql, claim!, 'the dead', dying)))
    assert.equal((await contactsIn(admin.space)).count, 0)
    await silence(job)
    await withRunner(() => waitForJob(app, admin, job))
    assert.deepEqual(await contactsIn(admin.space), whole)
  })

  test('and that resumes later finds the job claimed by another', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    const step = (holder: string) =>
      pool.write({ group_id: admin.space }, sql =>
        runStep(sql, { group_id: admin.space, id: job }, holder, importJobSteps),
      )
    await claimJob(worker, 'the dead')
    assert.ok(await step('the dead'))
    await silence(job)
    await claimJob(worker, 'the heir')
    const { done } = await read(admin, job)
    assert.equal(await step('the dead'), false)
    assert.equal((await read(admin, job)).done, done)
    assert.ok(await step('the heir'))
    await silence(job)
    await withRunner(() => waitForJob(app, admin, job))
    assert.equal(await step('the dead'), false)
    assert.deepEqual(await contactsIn(admin.space), whole)
  })

  test('is left to its process while the claim is valid', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin, 'run', csv(10))
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
    assert.deepEqual(await contactsIn(admin.space), whole)
  })

  test('three at once run each job once, and one at a time per space', async () => {
    const people = [await aPlace(), await aPlace()]
    const jobs: { who: Person; job: number }[] = []
    for (const who of [...people, ...people]) jobs.push({ who, ...(await aJob(who, 'run', csv(1500))) })
    const running = new Map<number, number>()
    const watched: Record<string, JobStep> = {
      import_run: async step => {
        const { group_id } = step.caller
        running.set(group_id, (running.get(group_id) ?? 0) + 1)
        assert.equal(running.get(group_id), 1, 'two jobs of one space at once')
        const reached = await importJobSteps['import_run']!(step)
        running.set(group_id, 0)
        return reached
      },
    }
    await withRunner(
      () =>
        withRunner(
          () => withRunner(() => Promise.all(jobs.map(({ who, job }) => waitForJob(app, who, job))), watched),
          watched,
        ),
      watched,
    )
    for (const { who, job } of jobs) assert.deepEqual([(await read(who, job)).state, job], ['done', job])
    for (const who of people) assert.deepEqual(await contactsIn(who.space), { count: 1485, persons: 1485 })
  })

  test('retry failed steps, and give up after repeated failure', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin, 'run', csv(10))
    let stumbles = 0
    const lame: Record<string, JobStep> = {
      import_run: step => {
        if (stumbles++ < 1) throw new Error('not now')
        return importJobSteps['import_run']!(step)
      },
    }
    await withRunner(() => waitForJob(app, admin, job), lame)
    assert.deepEqual([(await read(admin, job)).state, stumbles], ['done', 2])
    const second = await aJob(admin, 'run', csv(20))
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
    const { job } = await aJob(admin, 'run', csv(10))
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
    const { job } = await aJob(admin, 'run', csv(10))
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

  test('of another space is a 404 before anything is sent', async () => {
    const admin = await aPlace()
    const other_space_user = await aPlace()
    const { job } = await aJob(admin, 'run', csv(10))
    const answer = await app.as(other_space_user).get(`/v1/jobs/${job}/events`)
    assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'])
    await app.as(admin).post(`/v1/jobs/${job}/cancel`)
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
    const { job } = await aJob(admin, 'run', csv(10))
    const { body } = await app.as(admin).post(`/v1/jobs/${job}/cancel`)
    assert.equal(body.data.state, 'cancelled')
    assert.equal((await app.as(admin).post(`/v1/jobs/${job}/cancel`)).status, 409)
    await withRunner(async runner => runner.wake())
    assert.equal((await contactsIn(admin.space)).count, 0)
  })

  test('that run are cancelled after their step', async () => {
    const admin = await aPlace()
    const { job } = await aJob(admin)
    const claim = await claimJob(worker, 'me')
    await pool.write({ group_id: admin.space }, sql => runStep(sql, claim!, 'me', importJobSteps))
    const { body } = await app.as(admin).post(`/v1/jobs/${job}/cancel`)
    assert.deepEqual([body.data.state, body.data.cancel_requested], ['running', true])
    const before = await contactsIn(admin.space)
    assert.equal(await pool.write({ group_id: admin.space }, sql => runStep(sql, claim!, 'me', importJobSteps)), false)
    assert.deepEqual([(await read(admin, job)).state, await contactsIn(admin.space)], ['cancelled', before])
  })

  test('are visible to their owner, and to users who may write contacts', async () => {
    const space = await aSpace(app)
    const { admin, manager, user } = await aUserPerRole(app, space)
    const { job } = await aJob(manager, 'check', csv(10))
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
