-- Adds a field of contacts: its column, the index that search reads, and its column in the view of search. `kind` is that of
-- server/contacts/core/field_kinds.ts. A date without a value is `infinity` in the view, so that contacts can be sorted by it.
create function add_contact_field(field text, kind text) returns void language plpgsql as $$
declare
  type text := case kind
    when 'date' then 'timestamptz(3)'
    when 'foreign_id' then 'bigint'
    when 'count' then 'integer not null default 0'
    when 'flag' then 'boolean not null default false'
    when 'text' then $type$text not null default ''$type$
  end;
  indexed text := case kind
    when 'date' then $index$((coalesce(%1$I, 'infinity'::timestamptz))), id) where deleted_at is null$index$
    when 'foreign_id' then '%1$I) where deleted_at is null and %1$I is not null'
    when 'count' then '%1$I, id) where deleted_at is null and %1$I > 0'
    when 'flag' then 'id) where deleted_at is null and %1$I'
    when 'text' then $index$plain(one_line(%1$I)) text_pattern_ops) where deleted_at is null and %1$I <> ''$index$
  end;
  shown text := case kind
    when 'date' then $shown$coalesce(%1$I, 'infinity'::timestamptz) as %1$I$shown$
    when 'foreign_id' then 'coalesce(%1$I, 0) as %1$I'
    else '%1$I'
  end;
  definition text := pg_get_viewdef('searched_contacts'::regclass);
begin
  if type is null then
    raise exception 'add_contact_field knows no kind %', kind;
  end if;
  execute format('alter table contacts add column %I %s', field, type);
  execute format('create index %2$I on contacts (group_id, ' || indexed, field, 'contacts_by_' || field);
  execute 'create or replace view searched_contacts as ' || regexp_replace(definition, '\sFROM contacts\y', ', ' || format(shown, field) || ' FROM contacts');
end
$$;
revoke execute on function add_contact_field(text, text) from public;
