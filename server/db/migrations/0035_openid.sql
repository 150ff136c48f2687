-- What standard OpenID Connect clients need, and what a repeated request may show.

-- When the owner of an account last opened a link that was sent to the address they sign in with; null: never. Accounts from before
-- this migration are unknown, and count as not verified until their owner opens such a link.
alter table accounts add column mail_verified_at timestamptz(3);

-- Only an application that keeps a secret can do without PKCE, and only where the space says so.
alter table integrations add column pkce_required boolean not null default true;
alter table integrations add constraint integrations_public_pkce check (pkce_required or not public);

-- Clients assume RS256 unless told otherwise. Integrations from before this migration have only ever seen ES256 and keep it.
alter table integrations add column id_token_signed_response_alg text not null default 'ES256'
  check (id_token_signed_response_alg in ('RS256', 'ES256'));
alter table integrations alter column id_token_signed_response_alg set default 'RS256';

-- What the caller could do when a request was first carried out. Its answer is repeated only to a caller who can do as much. Null: the
-- request is from before this migration.
alter table idempotency_keys add column permissions text[];
