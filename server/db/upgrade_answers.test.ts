import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusterUrl, databaseAt, freshName } from '../test/databases.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openSession } from './sql.ts'

// Answers to date forms of earlier versions become timestamps; other answers stay unchanged.

const all = readMigrations()
const earlier = all.filter(({ name }) => name < '0036')

const answers = `
  insert into spaces (name, locale) values ('One', 'en'), ('Two', 'fr');
  insert into contacts (group_id, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality, mail, mobile,
    mobile_invalid, phone, phone_invalid, black_list, external_id)
  select id, '', 'Curie', '', '', 0, '', '', '', '', '', false, '', false, false, '' from spaces;
  insert into forms (group_id, label, type, kind) select id, type, type, 'survey' from spaces, unnest(array['date', 'text']) as type;
  insert into form_refvalues (group_id, form_id, label, value, position) select group_id, id, '', '', 0 from forms;
  insert into contact_answers (group_id, contact_id, custom, form_id, form_ref_id, data)
  select f.group_id, c.id, false, f.id, r.id, data
  from forms f
  join contacts c on c.group_id = f.group_id
  join form_refvalues r on r.group_id = f.group_id and r.form_id = f.id
  cross join unnest(array['2024-01-11', '2024-02-29T18:30:00+02:00', '2024-01-11T00:00:00.000Z', '1850-12-31 23:59:59.9999z']) as data
  order by f.id;`

for (const owner of [undefined, `answer_keeper_${process.pid}`]) {
  test(`date answers become timestamps, also for a table owner ${owner ? 'subject to row-level security' : 'who is a superuser'}`, async () => {
    const name = freshName('answers')
    const server = await openSession(clusterUrl())
    await server.unsafe(`create database ${name}`)
    if (owner)
      await server.unsafe(`
        drop role if exists ${owner}; create role ${owner} login;
        grant muster_app, muster_worker, muster_search, muster_eraser to ${owner}; alter database ${name} owner to ${owner}`)
    const ours = databaseAt(name)
    const url = owner ? ours.replace(/\/\/[^@/]*@/, `//${owner}@`) : ours
    const session = await openSession(ours)
    try {
      await migrate(url, earlier)
      await session.unsafe(answers)
      await migrate(url, all)
      const rows = await session`
        select f.type, array_agg(a.data order by a.id) as given
        from contact_answers a
        join forms f on f.id = a.form_id
        group by f.group_id, f.type
        order by f.group_id, f.type`
      const dates = [
        ...['2024-01-11T00:00:00.000Z', '2024-02-29T16:30:00.000Z', '2024-01-11T00:00:00.000Z'],
        '1850-12-31T23:59:59.999Z',
      ]
      const texts = ['2024-01-11', '2024-02-29T18:30:00+02:00', '2024-01-11T00:00:00.000Z', '1850-12-31 23:59:59.9999z']
      assert.deepEqual(
        rows.map(row => [row['type'], row['given']]),
        [
          ['date', dates],
          ['text', texts],
          ['date', dates],
          ['text', texts],
        ],
      )
      const [loose] = await session`
        select count(*) as n from pg_class where relname in ('contact_answers', 'forms') and not relforcerowsecurity`
      assert.equal(loose?.['n'], 0)
    } finally {
      await session.end()
      await server.unsafe(`drop database ${name} with (force)`)
      if (owner) await server.unsafe(`drop role ${owner}`)
      await server.end()
    }
  })
}
