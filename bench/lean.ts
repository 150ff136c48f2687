import type { Session } from '../server/db/sql.ts'
import type { Dataset } from './dataset.ts'
import { hottest } from './operations.ts'
import type { Script } from './pgbench.ts'

// The least that PostgreSQL can do for a payment: the same facts in as few rows as possible, with primary keys only, without row-level
// security, foreign keys and other indexes, in one statement with a durable commit. The document stays as it was sent to the client.

const tables = `
  create schema lean;
  create table lean.bundles (
    group_id bigint, id bigint, created_at timestamptz not null, created_by bigint not null, document text not null,
    primary key (group_id, id));
  create table lean.items (
    group_id bigint, bundle_id bigint, kind smallint, contact_id bigint not null, status_id bigint, date timestamptz not null,
    amount bigint not null,
    primary key (group_id, bundle_id, kind));
  create table lean.entries (
    group_id bigint, bundle_id bigint, position integer, created_at timestamptz not null, user_id bigint not null, source text not null,
    changes text not null, sums text not null, hash text not null,
    primary key (group_id, bundle_id, position));
  create table lean.keys (
    user_id bigint, group_id bigint, key text, fingerprint text not null, status smallint not null, bundle_id bigint not null,
    primary key (user_id, group_id, key));`

/** Creates the tables with as many payments as the server has, all with this document. */
export async function fillLean(owner: Session, { group_id, payments }: Dataset, document: string) {
  await owner.unsafe(tables)
  await owner`
    insert into lean.bundles
    select ${group_id}, ${payments.first_bundle}::bigint + n, now(), 1, ${document} from generate_series(0, ${payments.bundles - 1}) n`
  await owner.unsafe(
    'grant usage on schema lean to muster_app; grant select, insert on all tables in schema lean to muster_app',
  )
  await owner.unsafe('vacuum analyze lean.bundles')
}

/** The scripts of the operations that have such a limit. */
export const leanScripts = ({ group_id, payments }: Dataset, document: string): Record<string, Script> => ({
  [hottest.read]: {
    constants: {},
    text: `
\\set id ${payments.first_bundle} + random(0, ${payments.bundles - 1})
select document from lean.bundles where group_id = ${group_id} and id = :id;
`,
  },
  [hottest.create]: {
    constants: { document, source: '{"token_id":0,"request_id":"bench"}', hash: 'h'.repeat(43), sums: 's'.repeat(60) },
    text: `
\\set n :n + 1
\\set id :base * 1000000000 + :client_id * 10000000 + :n
\\set contact ${payments.first_contact} + random(0, ${payments.contacts - 1})
with bundle as (insert into lean.bundles values (${group_id}, :id, now(), 1, :document)),
  items as (insert into lean.items select ${group_id}, :id, kind, :contact, 1, now(), 2400 from generate_series(1, 3) kind),
  entry as (insert into lean.entries values (${group_id}, :id, 1, now(), 1, :source, :document, :sums, :hash))
insert into lean.keys values (1, ${group_id}, :id::text, :hash, 200, :id);
`,
  },
})
