-- Whether members with an address of the domain must sign in through the provider.
alter table identity_providers add column required boolean not null default false;

-- The owner of an account sees and removes its connections on the account page, without a space.
create policy of_account on account_identities for select to muster_app
  using (account_id = nullif(current_setting('app.user_id', true), '')::bigint);
create policy removed_by_owner on account_identities for delete to muster_app
  using (account_id = nullif(current_setting('app.user_id', true), '')::bigint);
