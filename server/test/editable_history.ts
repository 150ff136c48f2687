import type { Sql } from '../db/sql.ts'

/** Makes the entries of histories editable one by one, as an attacker with all rights would edit them. */
export async function makeHistoryEditable(sql: Sql) {
  await sql.unsafe(`
    create or replace function edit_history() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        -- A change with several entries becomes several changes.
        insert into bundle_changes (group_id, id, earlier_entry_ids, bundle_id, position, created_at, user_id, source, entries, hash)
        select group_id, id, '{}', transaction_bundle_id, position, created_at, user_id, source, one_entry(h), hash
        from bundle_history h
        where h.group_id = old.group_id and h.transaction_bundle_id = old.transaction_bundle_id and h.change_id = old.change_id and h.id <> h.change_id;
        update bundle_changes c set earlier_entry_ids = '{}', entries = (
          select one_entry(h) from bundle_history h
          where h.group_id = c.group_id and h.transaction_bundle_id = c.bundle_id and h.id = c.id)
        where c.group_id = old.group_id and c.id = old.change_id and cardinality(c.earlier_entry_ids) > 0;
        delete from bundle_changes where group_id = old.group_id and id = old.id;
        if tg_op = 'DELETE' then
          return old;
        end if;
      end if;
      new.id := coalesce(new.id, nextval('bundle_history_id_seq'));
      insert into bundle_changes (group_id, id, earlier_entry_ids, bundle_id, position, created_at, user_id, source, entries, hash)
      values (new.group_id, new.id, '{}', new.transaction_bundle_id, new.position, new.created_at, new.user_id, new.source, one_entry(new), new.hash);
      return new;
    end $$;
    create or replace function one_entry(h bundle_history) returns json language sql as $$
      select ('[{"kind":' || to_json(h.kind) || ',"target_id":' || h.target_id || ',"old":' || coalesce(to_json(h.old)::text, 'null')
        || ',"new":' || coalesce(to_json(h.new)::text, 'null') || ',"old_seal":' || coalesce(to_json(h.old_seal)::text, 'null')
        || ',"new_seal":' || coalesce(to_json(h.new_seal)::text, 'null') || '}]')::json
    $$;
    create or replace trigger edit_history instead of insert or update or delete on bundle_history
      for each row execute function edit_history()`)
}
