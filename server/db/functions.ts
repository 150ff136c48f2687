// Functions in the database do a frequent read or write in one statement. They are defined next to the queries that call them, listed in
// server/functions.ts, and written to functions.sql by `npm run generate`. migrate.ts installs them when their text has changed.

export interface DatabaseFunction {
  /** Servers of two versions may run at once: a function that changes its parameters or its result gets a new name. */
  name: string
  /** The parameters after `space bigint, acting_user bigint`, which every function has. */
  parameters?: string
  returns: string
  /** It writes nothing, and all its statements see the database as it was when it was called. Otherwise each sees what was committed before it. */
  one_snapshot?: true
  /** Settings while it runs, as in `plan_cache_mode = force_generic_plan set enable_seqscan = off`. */
  set?: string
  /** Variables of the body, as in `now timestamptz; total bigint;`. */
  declare?: string
  /** Statements of PL/pgSQL. Each names its space: `group_id = space`. */
  body: string
}

/**
 * Sets the space and the user for row-level security until the end of the transaction. Not by set_config: Citus passes only SET LOCAL on to the
 * workers, and only in a transaction block. A session that was opened before the tables were distributed calls functions without one, so it is
 * refused there and replaced.
 */
export const enterFunction = (
  distributed = false,
) => `create or replace function enter(space bigint, acting_user bigint) returns boolean language plpgsql as $$
begin
  if current_user <> 'muster_app' then
    raise exception 'The session has the role % instead of muster_app.', current_user using errcode = 'MU001';
  end if;${distributed ? stale_session_check : ''}
  execute 'set local app.group_id = ' || space;
  execute 'set local app.user_id = ' || acting_user;
  return true;
end
$$;`

const stale_session_check = `
  if current_setting('app.distributed', true) is distinct from 't' then
    raise exception 'The session was opened before the tables were distributed.' using errcode = 'MU003';
  end if;`

/** The content of functions.sql. */
export const functionsFile = (functions: DatabaseFunction[]) =>
  [
    '-- Generated from server/functions.ts by `npm run generate`.\n',
    `${enterFunction()}\n${grantsOf('enter(bigint, bigint)')}`,
    ...functions.map(createFunction),
  ].join('\n')

/**
 * The function runs with the rights of its caller, so row-level security applies to its statements. The context is set as the value of a
 * variable, which costs less than a statement and comes before everything else.
 */
function createFunction({ name, parameters, returns, one_snapshot, set, declare, body }: DatabaseFunction) {
  const all = ['space bigint', 'acting_user bigint', ...(parameters ? [parameters] : [])].join(', ')
  return `create or replace function ${name}(${all})
returns ${returns} language plpgsql${one_snapshot ? ' stable' : ''}${set ? ` set ${set}` : ''} as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
${declare ? `  ${declare.trim()}\n` : ''}begin
  ${body.trim()}
end
$$;
${grantsOf(`${name}(${all})`)}`
}

/** With its parameters: an upgraded database may still have a function of this name with others. */
function grantsOf(signature: string) {
  return `revoke execute on function ${signature} from public;\ngrant execute on function ${signature} to muster_app;\n`
}
