-- Search: a narrow table with what it compares of each contact, and the indexes that it uses. See docs/decisions/0009-search-and-its-indexes.md.

-- A value as a line of `words`: without the separators of lines, and of the name and value of a line.
create function one_line(text text) returns text language sql immutable strict parallel safe
  return btrim(translate(text, E'\x1e\x1f', ''));

-- One row for each contact that is not deleted. The server calls index_contacts at the end of every write of contacts, their tags and answers.
create table contact_index (
  group_id        bigint not null,
  id              bigint not null,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  restricted_at   timestamptz(3),
  born            timestamptz not null,
  surname_key     text collate "C" not null,
  firstname_key   text collate "C" not null,
  postal_code_key text collate "C" not null,
  city_key        text collate "C" not null,
  -- Hashes of the facts that are compared whole, such as "the city is lyon".
  terms           bigint[] not null,
  -- The texts as they are compared, a line for each field, between separators that no line can have.
  words           text not null,
  primary key (group_id, id)
);
create index contact_index_by_name on contact_index (group_id, surname_key, firstname_key, id);
create index contact_index_by_firstname on contact_index (group_id, firstname_key, id);
create index contact_index_by_city on contact_index (group_id, city_key, id);
create index contact_index_by_postal_code on contact_index (group_id, postal_code_key, id);
create index contact_index_by_birth on contact_index (group_id, born, id);
create index contact_index_by_creation on contact_index (group_id, created_at, id);
create index contact_index_by_update on contact_index (group_id, updated_at, id);
create index contact_index_by_term on contact_index using gin (terms);
create index contact_index_by_word on contact_index using gin (group_id, words gin_trgm_ops);
select enable_space_rls('contact_index');
create policy search on contact_index for select to muster_search using (true);
grant select on contact_index to muster_search;

-- Search reads this view. The operators of the last two indexes are not leakproof, so PostgreSQL does not use these indexes under row-level security.
-- The view belongs to muster_search, which may read the whole table, and names the space itself.
create view searched_contacts as
select * from contact_index where group_id = (select nullif(current_setting('app.group_id', true), '')::bigint);
grant select on searched_contacts to muster_app;
-- The new owner of a view must be permitted to create it at that moment.
grant create on schema public to muster_search;
alter view searched_contacts owner to muster_search;
revoke create on schema public from muster_search;

-- The rows of these contacts, computed from the contacts, their tags and answers. The order of the first 30 lines is that of `positions` in
-- server/contacts/core/search_index.ts. The term of a field is that of its value, which may be empty; a second one says that it has a value.
-- The ids come from a sub-select: with their number known, PostgreSQL would plan anew for each call, which takes longer than the rest.
create function contact_index_rows(space bigint, contact_ids bigint[]) returns setof contact_index language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select c.group_id, c.id, c.created_at, c.updated_at, c.restricted_at, coalesce(c.birthdate, 'infinity'),
    btrim(w.lines[1]), btrim(w.lines[2]), btrim(w.lines[20]), btrim(w.lines[22]),
    array(
      select hashtextextended(f.name || btrim(f.value), space)
      from (select unnest(w.names) as name, unnest(w.lines[1:30] || w.flags) as value offset 0) f
      where f.value is not null)
    || array(
      select hashtextextended(translate(f.name, '=', '+'), space)
      from (select unnest(w.names[1:30]) as name, unnest(w.lines[1:30]) as value offset 0) f
      where btrim(f.value) <> '')
    || case when cardinality(w.lines) > 30 then array(
      select hashtextextended(f.term, space)
      from unnest(w.lines[31:]) as l (line)
      cross join lateral (values (split_part(l.line, E'\x1e', 1) || '+'), (replace(l.line, E'\x1e', '='))) as f (term))
    end
    || coalesce(
      (select array_agg(hashtextextended('tag=' || t.tag_id, space)) || hashtextextended('tag+', space)
       from contact_tags t where t.group_id = space and t.contact_id = c.id
       having count(*) > 0),
      array[hashtextextended('tag=', space)])
    || array(
      select hashtextextended('form=' || a.form_id || f.term, space)
      from contact_answers a
      cross join lateral (values (''), (':' || a.form_ref_id), ('=' || normalize_text(a.data))) as f (term)
      where a.group_id = space and a.contact_id = c.id),
    E'\x1f' || array_to_string(w.lines, E'\x1f') || E'\x1f'
  from contacts c
  cross join lateral (
    select string_to_array(normalize_text(concat_ws(E'\x1f', one_line(c.surname), one_line(c.firstname), one_line(c.married_name),
        one_line(c.mail), one_line(c.mobile), one_line(c.phone), one_line(c.external_id), one_line(c.membership_code), one_line(c.gender),
        one_line(c.birth_city), one_line(c.birth_country), one_line(c.nationality), one_line(c.street), one_line(c.house_number),
        one_line(c.addition), one_line(c.building), one_line(c.floor), one_line(c.door), one_line(c.infos), one_line(c.postal_code),
        one_line(c.city_code), one_line(c.city), one_line(c.county), one_line(c.state), one_line(c.country), one_line(c.polling_station),
        one_line(c.latitude), one_line(c.longitude), coalesce(nullif(c.age_category, 0)::text, ''), coalesce(c.membership_number::text, '')
        /* fields that add_contact_field adds */)), E'\x1f') as lines,
      array[nullif(c.mobile_key, ''), nullif(c.phone_key, ''), case when c.address_id is null then '' end,
        case when c.address_id is not null then '' end, case when c.black_list then '' end, case when c.mobile_invalid then '' end,
        case when c.phone_invalid then '' end] as flags,
      array['surname=', 'firstname=', 'married_name=', 'mail=', 'mobile=', 'phone=', 'external_id=', 'membership_code=', 'gender=', 'birth_city=',
        'birth_country=', 'nationality=', 'street=', 'house_number=', 'addition=', 'building=', 'floor=', 'door=', 'infos=', 'postal_code=',
        'city_code=', 'city=', 'county=', 'state=', 'country=', 'polling_station=', 'latitude=', 'longitude=', 'age_category=',
        'membership_number=', 'mobile#', 'phone#', 'address=', 'address+', 'black_list+', 'mobile_invalid+', 'phone_invalid+'] as names
    -- Computed once for each contact, not wherever it is used.
    offset 0
  ) w
  where c.group_id = space and c.id = any((select contact_ids)::bigint[]) and c.deleted_at is null;
end
$$;

-- Writes the rows of these contacts anew, and removes those of deleted contacts.
create function index_contacts(space bigint, contact_ids bigint[]) returns void language plpgsql as $$
declare
  written bigint;
begin
  insert into contact_index
  select * from contact_index_rows(space, contact_ids)
  on conflict (group_id, id) do update set
    created_at = excluded.created_at, updated_at = excluded.updated_at, restricted_at = excluded.restricted_at, born = excluded.born,
    surname_key = excluded.surname_key, firstname_key = excluded.firstname_key, postal_code_key = excluded.postal_code_key,
    city_key = excluded.city_key, terms = excluded.terms, words = excluded.words;
  get diagnostics written = row_count;
  if written < cardinality(contact_ids) then
    delete from contact_index i
    where i.group_id = space and i.id = any(contact_ids)
      and not exists (select from contacts c where c.group_id = space and c.id = i.id and c.deleted_at is null);
  end if;
end
$$;
revoke execute on function contact_index_rows(bigint, bigint[]), index_contacts(bigint, bigint[]) from public;
grant execute on function contact_index_rows(bigint, bigint[]), index_contacts(bigint, bigint[]) to muster_app;

-- Adds a field of contacts: its column, and its line in contact_index, which has its name.
create function add_contact_field(field text, kind text) returns void language plpgsql as $$
declare
  type text := case kind
    when 'date' then 'timestamptz(3)'
    when 'foreign_id' then 'bigint'
    when 'count' then 'integer not null default 0'
    when 'flag' then 'boolean not null default false'
    when 'text' then $type$text not null default ''$type$
  end;
  value text := case kind
    when 'date' then '(extract(epoch from c.%1$I) * 1000)::bigint::text'
    when 'text' then $value$nullif(one_line(c.%1$I), '')$value$
    when 'flag' then $value$case when c.%1$I then 'true' end$value$
    else 'nullif(c.%1$I, 0)::text'
  end;
  place text := '/* fields that add_contact_field adds */';
  rows text;
begin
  if type is null then
    raise exception 'add_contact_field knows no kind %', kind;
  end if;
  execute format('alter table contacts add column %I %s', field, type);
  rows := pg_get_functiondef('contact_index_rows(bigint, bigint[])'::regprocedure);
  execute replace(rows, place, format($line$, E'%1$s\x1e' || $line$ || value, field) || ' ' || place);
end
$$;
-- Only migrations call it.
revoke execute on function add_contact_field(text, text) from public;

-- Searches that a user saved.
create table saved_filters (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  user_id    bigint not null,
  name       text not null check (name ~ '\S' and length(name) <= 200),
  shared     boolean not null,
  query      json not null,
  sort_attr  text not null,
  sort_asc   boolean not null,
  primary key (group_id, id),
  constraint saved_filters_user foreign key (group_id, user_id) references users (group_id, id)
);
create index saved_filters_of_user on saved_filters (group_id, user_id);
create index saved_filters_shared on saved_filters (group_id) where shared;
select enable_space_rls('saved_filters');

grant usage on all sequences in schema public to muster_app, muster_worker;
