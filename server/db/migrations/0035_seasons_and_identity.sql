-- The day on which the season of a price begins, null for 1 January, and the month from which a payment counts for the next season, null for never.
alter table membership_prices
  add column season_start text
    check (season_start ~ '^((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$'),
  add column next_season_from smallint check (next_season_from between 1 and 12);
