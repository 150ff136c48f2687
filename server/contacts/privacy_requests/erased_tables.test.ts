import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'

const app = await startTestApp()

test('every table with personal data is handled', async () => {
  const tables = await app.owner<{ name: string }[]>`
    select distinct c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
      and t.typname in ('text', '_text', 'json', 'jsonb', 'bytea')`
  const erased = `contacts contact_changes contact_index contact_answers consent_history upsert_receipts transaction_bundles payment_views
    bundle_changes merges privacy_requests audit_log idempotency_keys mail_outbox erasure_receipts erasure_salts visits visit_history
    saved_filters tag_changes imports import_chunks import_refusals import_cells import_changes jobs action_addresses declared_visits
    webhook_deliveries payment_warnings bulk_changes bulk_change_contacts notes files tasks relationships households bank_lines bank_rules`
  const ofUsers = `accounts users tokens invitations invitation_links oidc_records second_factors recovery_codes known_browsers
    account_links sign_in_attempts account_identities`
  // The law requires the names in validated entries of the ledger.
  const kept = 'ledger_entries'
  // What an organisation writes about itself and its streets, not about contacts.
  const ofTheSpace = `spaces roles teams forms form_refvalues form_versions tags membership_price_groups membership_prices donation_prices
    transaction_statuses code_campaigns transaction_settings transaction_batches counters events items
    actions import_seen_keys sums seals sealed_entries integrations integration_secrets server_keys set_up_links
    feeds webhooks identity_providers space_maps file_removals bank_accounts bank_statements bank_matches`
  const known = `${erased} ${kept} ${ofUsers} ${ofTheSpace}`.split(/\s+/)
  assert.deepEqual(
    tables.map(({ name }) => name).filter(name => !known.includes(name)),
    [],
  )
})
