-- Cells of imported files that do not fit their field, and what users wrote in their place.
create table import_cells (
  group_id     bigint not null,
  import_id    bigint not null,
  row          integer not null,
  column_index integer not null,
  -- Where the row is in the file.
  start        bigint not null,
  length       integer not null,
  -- Who the row is about, as the user sees it.
  person       text not null,
  -- The cell as it stands in the file.
  value        text not null,
  -- Null: not corrected.
  correction   text,
  -- What is wrong, and what happens to the cell and its row. Null after a valid correction.
  reason       text,
  effect       text check (effect in ('left_out', 'kept', 'row_refused')),
  primary key (group_id, import_id, row, column_index),
  constraint wrong_or_corrected check (reason is not null or correction is not null),
  constraint reason_with_effect check ((reason is null) = (effect is null))
);
select enable_space_rls('import_cells');
create policy cleanup on import_cells to muster_worker using (true);
grant select, delete on import_cells to muster_worker;
