import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import { exceptions } from './statement_exceptions.ts'
import { ruleViolations } from './statement_rules.ts'

const faults = (text: string) => ruleViolations(parseSync(text) as object)

describe('the rules that statements are held to', () => {
  before(() => loadModule())

  const kept = [
    'select id from teams where group_id = $1 order by id limit 5',
    'select t.id from teams t join team_members p on p.group_id = $1 and p.team_id = t.id where t.group_id = $1',
    'select id from teams where group_id = $1::bigint and exists (select from contacts where group_id = 7)',
    'with t as (select id from teams where group_id = $1) select id from t',
    'select t.id, u.mail from teams t join users u on u.group_id = t.group_id where t.group_id = $1',
    'select user_id from tokens where digest = any($1)',
    'delete from tokens where expires_at < now()',
    'insert into teams (group_id, name) values ($1, $2)',
    'insert into teams (group_id, name) values ($1, $2) on conflict (group_id, id) do update set name = excluded.name',
    'insert into teams (group_id, name) select $1, name from unnest($2::text[]) as name returning group_id',
    'with c as materialized (select name from tags where group_id = $1) insert into teams (group_id, name) select $1, name from c returning group_id',
    'insert into jobs (group_id, kind) values ($1, now())',
    'update jobs set ended_at = coalesce(ended_at, $1), next_attempt = now() + make_interval(secs => $2) where group_id = $3',
    'select t.id from teams t join users u on u.group_id = $1 where t.group_id = $1 for update of t',
    'select id from transaction_statuses where group_id = $1 for key share',
    'update teams set name = $1, updated_at = now() where group_id = $2',
    'update counters set delta = -delta where group_id = $1',
    'update teams set name = immutable_wire_time(created_at) where group_id = $1',
    'update teams set name = document_with_field(name, $1, $2, $3) where group_id = $4',
    'select exists (select from teams where group_id = $1 limit 1)',
    'select id from mail_outbox where attempts = $1 order by id limit 1 for update skip locked',
    "select count(*) from pg_class where relname = 'x'",
  ]
  for (const text of kept) test(`keeps them: ${text}`, () => assert.deepEqual(faults(text), []))

  const broken: [string, RegExp][] = [
    ['select id from teams', /teams without teams\.group_id = a value/],
    ['select id from teams where group_id = any($1)', /teams without/],
    ['select id from teams where group_id::text = $1', /teams without/],
    ['select id from teams where group_id = (select group_id from tokens where digest = $1)', /teams without/],
    ['select id from teams where group_id = $1 or true', /teams without/],
    ['select t.id from teams t join contacts c on c.group_id = t.group_id where t.group_id = $1', /contacts c without/],
    ['select id from teams where group_id = $1 and id in (select team_id from team_members)', /team_members without/],
    ['select id from teams where group_id = $1 union select id from contacts', /contacts without/],
    ['with t as (select id from teams) select id from t', /teams without/],
    ['select 1 from spaces s, lateral (select id from teams where teams.group_id = s.id) t', /teams without/],
    ['update teams set name = $1', /teams without/],
    ['update teams set group_id = $1 where group_id = $2', /sets group_id/],
    ['update teams set name = random()::text where group_id = $1', /random\(\) in an update/],
    ['update teams set name = index_contacts(id, $1)::text where group_id = $2', /index_contacts\(\) in an update/],
    ['update teams set name = wire_time(created_at) where group_id = $1', /wire_time\(\) of a column in an update/],
    ['insert into teams (group_id) values ($1) returning wire_time(created_at)', /wire_time\(\) in returning/],
    ['delete from teams using contacts c where teams.group_id = $1', /contacts c without/],
    ['insert into teams (name) values ($1)', /inserts into teams without group_id/],
    ['insert into teams (group_id, name) values ($1, (select name from spaces))', /a sub-select in values/],
    [
      'insert into teams (group_id) values ($1) on conflict (group_id, id) do update set updated_at = now()',
      /use excluded/,
    ],
    ['insert into teams (group_id, name) select $1, name from unnest($2::text[]) as name', /without returning or on/],
    [
      'insert into teams (group_id, name) select $1, name from tags where group_id = $1 returning group_id',
      /insert … select reads tags/,
    ],
    ['update jobs set ended_at = coalesce(ended_at, now()) where group_id = $1', /now\(\) in coalesce/],
    ['update jobs set ended_at = case when done > 1 then current_timestamp end where group_id = $1', /in case/],
    [
      'update users set former_profile = json_build_object(1, mail) where group_id = $1',
      /json_build_object\(\) of a column/,
    ],
    [
      'update webhooks set backoff_until = now() + make_interval(secs => failures) where group_id = $1',
      /plus a column/,
    ],
    ["update jobs set ended_at = ended_at - interval '1 day' where group_id = $1", /a column plus an interval/],
    ['update tokens set revoked_at = $1 returning now()', /now\(\) in returning/],
    ['select id from users where group_id = $1 for update', /a row lock on a reference table/],
    ['select u.id from users u join teams t on t.group_id = $1 where u.group_id = $1 for share of u', /a row lock/],
    ['merge into teams using spaces s on true when matched then delete', /MERGE/],
    ["select set_config('app.group_id', $1, true)", /set_config/],
    ['select id from teams where group_id = $1 limit 5', /a limit without an order/],
    ['select 1 from tokens t, teams where t.digest = $1 and teams.group_id = $2', /on different machines/],
  ]
  for (const [text, expected] of broken)
    test(`breaks one: ${text}`, () => assert.match(faults(text).join('; '), expected))
})

test('what is excepted is still there, in the file that is named, with a reason', () => {
  for (const { file, text, written = text, because } of exceptions) {
    assert.ok(readFileSync(file, 'utf8').includes(written), `${file} no longer has ${written}`)
    assert.match(because, /^[A-Z].*\.$/)
  }
})
