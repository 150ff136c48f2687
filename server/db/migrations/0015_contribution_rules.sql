-- The rules of a space on contributions, such as the most that a person may pay in a year. Null if it has none.
alter table transaction_settings add column contribution_rules json;
