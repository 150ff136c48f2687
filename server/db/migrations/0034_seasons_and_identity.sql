-- The day on which the season of a price begins, null for 1 January, and the month from which a payment counts for the next season, null for never.
alter table membership_prices
  add column season_start text
    check (season_start ~ '^((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$'),
  add column next_season_from smallint check (next_season_from between 1 and 12);

-- Who the organisation is before the law, on what it prints.
alter table spaces
  add column legal_name text not null default '' check (length(legal_name) <= 200),
  add column postal_address text not null default '' check (length(postal_address) <= 500),
  add column siren text not null default '' check (siren ~ '^([0-9]{9})?$'),
  add column rna text not null default '' check (rna ~ '^(W[0-9]{9})?$'),
  add column charity_number text not null default '' check (length(charity_number) <= 40),
  add column company_number text not null default '' check (length(company_number) <= 40),
  add column signatory text not null default '' check (length(signatory) <= 200),
  add column logo bytea check (octet_length(logo) between 1 and 262144);
