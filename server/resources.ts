import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { bulk_changes } from './contacts/bulk_changes/routes.ts'
import { contacts } from './contacts/contacts/routes.ts'
import { duplicates } from './contacts/duplicates/routes.ts'
import { exports } from './contacts/exports/routes.ts'
import { filesOf } from './contacts/files/routes.ts'
import type { FileOptions } from './contacts/files/upload.ts'
import { find } from './contacts/find/routes.ts'
import { forms } from './contacts/forms/routes.ts'
import { households } from './contacts/households/routes.ts'
import { imports } from './contacts/imports/routes.ts'
import { merges } from './contacts/merges/routes.ts'
import { notes } from './contacts/notes/routes.ts'
import { privacy_requests } from './contacts/privacy_requests/routes.ts'
import { relationships } from './contacts/relationships/routes.ts'
import { saved_filters } from './contacts/saved_filters/routes.ts'
import { search } from './contacts/search/routes.ts'
import { tags } from './contacts/tags/routes.ts'
import { tasks } from './contacts/tasks/routes.ts'
import { upserts } from './contacts/upserts/routes.ts'
import type { UnreachableNode } from './db/citus/nodes.ts'
import type { WriteFailure } from './db/pool/write_failures.ts'
import { action_addresses } from './field/action_addresses/routes.ts'
import { action_contacts } from './field/action_contacts/routes.ts'
import { action_statistics } from './field/action_statistics/routes.ts'
import { actions } from './field/actions/routes.ts'
import { declared_visits } from './field/declared_visits/routes.ts'
import { mapOf } from './field/map/routes.ts'
import type { MapOptions } from './field/map/upload.ts'
import { visit_weeks } from './field/visit_weeks/routes.ts'
import { visits } from './field/visits/routes.ts'
import { FolderStorage } from './file_storage/folder.ts'
import { activity } from './integrations/activity/routes.ts'
import { audit } from './integrations/audit/routes.ts'
import { changes } from './integrations/changes/routes.ts'
import { grants } from './integrations/grants/routes.ts'
import { integrations } from './integrations/integrations/routes.ts'
import { jobs } from './integrations/jobs/routes.ts'
import { sessions } from './integrations/sessions/routes.ts'
import { tokens } from './integrations/tokens/routes.ts'
import { webhooksOf } from './integrations/webhooks/routes.ts'
import { bank_accounts } from './money/bank_accounts/routes.ts'
import { bank_lines } from './money/bank_lines/routes.ts'
import { bank_months } from './money/bank_months/routes.ts'
import { bank_rules } from './money/bank_rules/routes.ts'
import { bank_statements } from './money/bank_statements/routes.ts'
import { code_campaigns } from './money/code_campaigns/routes.ts'
import { contribution_rules } from './money/contribution_rules/routes.ts'
import { donation_prices } from './money/donation_prices/routes.ts'
import { ledger } from './money/ledger/routes.ts'
import { membership_price_groups } from './money/membership_price_groups/routes.ts'
import { membership_prices } from './money/membership_prices/routes.ts'
import { payment_checks } from './money/payment_checks/routes.ts'
import { payment_views } from './money/payment_views/routes.ts'
import { payment_warnings } from './money/payment_warnings/routes.ts'
import { statistics } from './money/statistics/routes.ts'
import { transaction_batches } from './money/transaction_batches/routes.ts'
import { transactions } from './money/transaction_bundles/reversal_routes.ts'
import { transaction_bundles } from './money/transaction_bundles/routes.ts'
import { transaction_settings } from './money/transaction_settings/routes.ts'
import { transaction_statuses } from './money/transaction_statuses/routes.ts'
import { waiting_payments } from './money/waiting_payments/routes.ts'
import { domainProver } from './organisation/core/identity_providers/domain_proof.ts'
import type { ProviderOptions } from './organisation/identity_providers/queries.ts'
import { identityProvidersOf } from './organisation/identity_providers/routes.ts'
import { invitations } from './organisation/invitations/routes.ts'
import { me } from './organisation/me/routes.ts'
import { members } from './organisation/members/routes.ts'
import { roles } from './organisation/roles/routes.ts'
import { spaces } from './organisation/spaces/routes.ts'
import { suspensions } from './organisation/suspensions/routes.ts'
import { teams } from './organisation/teams/routes.ts'
import { users } from './organisation/users/routes.ts'
import { set_up } from './set_up/routes.ts'
import { systemResource } from './system/routes.ts'

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What resources need from the running server. */
interface ResourceOptions {
  instanceId: () => string
  stopping: () => boolean
  /** Whether webhooks and identity providers may be in private networks. */
  private_addresses: boolean
  unreachableNodes: () => UnreachableNode[]
  /** Why nothing can be written at the moment; undefined if it can. */
  writeFailure: () => WriteFailure | undefined
  file_options: FileOptions
  proveDomain: ProviderOptions['proveDomain']
  map_options: MapOptions
}

/** For operations that are described and not called. */
const default_file_options: FileOptions = {
  storage: new FolderStorage(tmpdir()),
  incoming_folder: tmpdir(),
  file_bytes_max: 20 * 2 ** 20,
  space_bytes_max: 5120 * 2 ** 20,
  log: { error: () => {} },
}

const default_map_options: MapOptions = {
  ...default_file_options,
  map_bytes_max: 300 * 2 ** 20,
  server_maps: { current: async () => undefined, ofVersion: async () => undefined },
}

/** Every resource of the API. */
export const resourcesOf = ({
  instanceId = () => '',
  stopping = () => false,
  private_addresses = false,
  unreachableNodes = () => [],
  writeFailure = () => undefined,
  file_options = default_file_options,
  proveDomain = domainProver(),
  map_options = default_map_options,
}: Partial<ResourceOptions> = {}) => {
  const resources = [
    me,
    spaces,
    users,
    members,
    roles,
    invitations,
    set_up,
    suspensions,
    identityProvidersOf({ private_addresses, proveDomain }),
    tokens,
    integrations,
    sessions,
    grants,
    teams,
    contacts,
    duplicates,
    merges,
    notes,
    filesOf(file_options),
    tasks,
    relationships,
    households,
    privacy_requests,
    audit,
    changes,
    activity,
    webhooksOf(private_addresses),
    imports,
    exports,
    jobs,
    bulk_changes,
    upserts,
    tags,
    forms,
    search,
    saved_filters,
    find,
    membership_price_groups,
    membership_prices,
    donation_prices,
    transaction_statuses,
    transaction_settings,
    contribution_rules,
    code_campaigns,
    transaction_bundles,
    transactions,
    transaction_batches,
    payment_checks,
    payment_views,
    payment_warnings,
    ledger,
    bank_accounts,
    bank_statements,
    bank_lines,
    bank_rules,
    bank_months,
    waiting_payments,
    statistics,
    actions,
    action_addresses,
    action_contacts,
    visits,
    declared_visits,
    action_statistics,
    visit_weeks,
    mapOf(map_options),
  ]
  return [...resources, systemResource(resources, { version, instanceId, stopping, unreachableNodes, writeFailure })]
}
