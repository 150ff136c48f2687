import { readFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Callers } from './access/caller.ts'
import type { TrustedIssuer } from './access/external_tokens.ts'
import type { Config } from './config.ts'
import { registerConsole } from './console/serve.ts'
import { contacts } from './contacts/contacts/routes.ts'
import { duplicates } from './contacts/duplicates/routes.ts'
import { exports } from './contacts/exports/routes.ts'
import { find } from './contacts/find/routes.ts'
import { forms } from './contacts/forms/routes.ts'
import { importJobSteps } from './contacts/imports/job.ts'
import { imports } from './contacts/imports/routes.ts'
import { merges } from './contacts/merges/routes.ts'
import { privacy_requests } from './contacts/privacy_requests/routes.ts'
import { saved_filters } from './contacts/saved_filters/routes.ts'
import { search } from './contacts/search/routes.ts'
import { tagJobSteps } from './contacts/tags/job_queries.ts'
import { tags } from './contacts/tags/routes.ts'
import { upserts } from './contacts/upserts/routes.ts'
import { NodeWatch } from './db/citus/node_watch.ts'
import type { UnreachableNode } from './db/citus/nodes.ts'
import { whenAvailable } from './db/connect_when_ready.ts'
import { NotificationListener } from './db/notification_listener.ts'
import { openPools } from './db/pool/pools.ts'
import { WebhookDispatcher } from './events/dispatcher.ts'
import { startOrdering } from './events/order.ts'
import { action_addresses } from './field/action_addresses/routes.ts'
import { action_contacts } from './field/action_contacts/routes.ts'
import { action_statistics } from './field/action_statistics/routes.ts'
import { actions } from './field/actions/routes.ts'
import { declared_visits } from './field/declared_visits/routes.ts'
import { visits } from './field/visits/routes.ts'
import { OverloadMonitor } from './http/limits/overload.ts'
import type { PeerProcesses } from './http/limits/peer_processes.ts'
import { RateLimiter } from './http/limits/rate_limit.ts'
import { shareLimits } from './http/limits/shared_limits.ts'
import { registerResources } from './http/register.ts'
import { createServer } from './http/server.ts'
import { Downloads } from './http/stream/downloads.ts'
import { audit } from './integrations/audit/routes.ts'
import { changes } from './integrations/changes/routes.ts'
import { grants } from './integrations/grants/routes.ts'
import { integrations } from './integrations/integrations/routes.ts'
import { jobs } from './integrations/jobs/routes.ts'
import { sessions } from './integrations/sessions/routes.ts'
import { tokens } from './integrations/tokens/routes.ts'
import { webhooksOf } from './integrations/webhooks/routes.ts'
import type { JobStep } from './jobs/queue.ts'
import { JobRunner } from './jobs/runner.ts'
import { MailDispatcher } from './mail/dispatcher.ts'
import type { Mailer } from './mail/mailer.ts'
import { code_campaigns } from './money/code_campaigns/routes.ts'
import { contribution_rules } from './money/contribution_rules/routes.ts'
import { addToTotals } from './money/core/sums.ts'
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
import { acceptMembership } from './organisation/core/pending_members.ts'
import { invitations } from './organisation/invitations/routes.ts'
import { me } from './organisation/me/routes.ts'
import { roles } from './organisation/roles/routes.ts'
import { spaces } from './organisation/spaces/routes.ts'
import { suspensions } from './organisation/suspensions/routes.ts'
import { teams } from './organisation/teams/routes.ts'
import { users } from './organisation/users/routes.ts'
import { startHousekeeping } from './process/housekeeping.ts'
import { registerSignIn } from './sign_in/register.ts'
import { registerMetrics } from './system/metrics.ts'
import { systemResource } from './system/routes.ts'
import { Traces } from './system/traces.ts'

export interface AppOptions {
  config: Config
  database_url: string
  /** A process with a mailer also sends mail, runs jobs and does housekeeping. The others only serve requests. */
  mailer?: Mailer
  /** Whether that includes housekeeping, every few minutes. Tests run it themselves: it would change rows while they compare them. */
  housekeeping?: boolean
  logger: FastifyBaseLogger
  /** The public address, for links. */
  public_url: () => string
  serverFactory?: (handler: RequestListener) => Server
  /** The other processes of this server, where there are any. */
  peers?: PeerProcesses | undefined
  /** Called before the routes are registered; tests check every response from here. */
  observe?: (app: FastifyInstance) => void
}

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What resources need from the running server. */
interface ResourceOptions {
  stopping: () => boolean
  /** Whether webhooks may send to private networks. */
  private_addresses: boolean
  unreachableNodes: () => UnreachableNode[]
}

/** Every resource of the API. */
export const resourcesOf = ({
  stopping = () => false,
  private_addresses = false,
  unreachableNodes = () => [],
}: Partial<ResourceOptions> = {}) => {
  const resources = [
    me,
    spaces,
    users,
    roles,
    invitations,
    suspensions,
    tokens,
    integrations,
    sessions,
    grants,
    teams,
    contacts,
    duplicates,
    merges,
    privacy_requests,
    audit,
    changes,
    webhooksOf(private_addresses),
    imports,
    exports,
    jobs,
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
    statistics,
    actions,
    action_addresses,
    action_contacts,
    visits,
    declared_visits,
    action_statistics,
  ]
  return [...resources, systemResource(resources, { version, stopping, unreachableNodes })]
}

/** The step function of each kind of job. */
const jobSteps: Record<string, JobStep> = { ...importJobSteps, ...tagJobSteps }

// Loaded only if configured: it imports a library.
async function externalIssuer(trust: TrustedIssuer) {
  const { ExternalIssuer } = await import('./access/external_tokens.ts')
  return new ExternalIssuer(trust)
}

/** Builds the server. `stop` finishes the current requests and jobs before it closes the database connections. */
export async function buildApp({
  config,
  database_url: url,
  mailer,
  housekeeping = true,
  logger,
  public_url,
  serverFactory,
  peers,
  observe,
}: AppOptions) {
  const https = config.PUBLIC_URL?.startsWith('https:') ?? false
  const shutdown = new AbortController()
  const stopping = () => shutdown.signal.aborted
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  const traces = endpoint ? new Traces({ endpoint, version, log: logger }) : undefined
  const traceAs = (name: string) => (traces ? { trace: <T>(work: () => Promise<T>) => traces.trace(name, work) } : {})
  const listener = new NotificationListener(url)
  const nodes = new NodeWatch()
  const pools = openPools({
    url,
    connections: config.DATABASE_CONNECTIONS,
    onNotification: topic => listener.react(topic),
    nodes,
    traceAs,
  })
  const { requests: pool, reports, worker } = pools
  const private_addresses = config.WEBHOOKS_PRIVATE === 'on'
  const { EXTERNAL_ISSUER: issuer, EXTERNAL_AUDIENCE: audience } = config
  const external_issuer = issuer && audience ? await externalIssuer({ issuer, audience }) : undefined
  const callers = new Callers(pool, listener, acceptMembership, external_issuer)
  const limiter = new RateLimiter({ burst: config.RATE_BURST, rate: config.RATE_PER_SECOND })
  const endSharing = peers ? shareLimits(limiter, peers) : () => {}
  const overload = new OverloadMonitor()
  const app = createServer({
    callers,
    limiter,
    overload,
    logger,
    https,
    public_url,
    // With an https address, a proxy terminates TLS, most likely on this machine.
    trusted_proxies: config.TRUSTED_PROXIES ?? (https ? 'loopback' : undefined),
    stopping,
    ...(serverFactory && { serverFactory }),
  })
  const resources = resourcesOf({ stopping, private_addresses, unreachableNodes: () => nodes.unreachable })
  traces?.instrument(app)
  observe?.(app)
  registerResources(app, resources, {
    pool,
    reports,
    downloads: new Downloads(reports),
    callers,
    listener,
    stopping: shutdown.signal,
    public_url,
  })
  registerSignIn(app, { pool, log: logger, public_url, stopping })
  registerConsole(app, { tiles: config.MAP_TILES_URL, credit: config.MAP_CREDIT })
  await registerMetrics(app, {
    token: config.METRICS_TOKEN,
    worker,
    pools,
    peers,
  })
  await listener.start()
  const endWatch = nodes.start(pools.nodes, logger)
  await whenAvailable(() => callers.prepare(), config.DATABASE_WAIT_SECONDS)
  await app.ready()
  // Each process orders the events that it writes, without waiting for another process to poll.
  const endOrdering = config.JOBS === 'on' ? startOrdering(worker, addToTotals, listener, logger) : async () => {}
  const endWork = mailer ? startBackgroundWork(mailer) : async () => {}

  function startBackgroundWork(mailer: Mailer) {
    const mail = new MailDispatcher(worker, traces ? tracedMailer(mailer, traces) : mailer, listener, logger)
    const runner = new JobRunner({ worker, pool: pools.jobs, listener, steps: jobSteps, log: logger })
    const webhooks = new WebhookDispatcher({
      worker,
      pool: pools.events,
      listener,
      log: logger,
      retry_s: config.WEBHOOKS_RETRY_SECONDS,
      private_addresses,
    })
    mail.start()
    if (config.JOBS === 'on') {
      runner.start()
      webhooks.start()
    }
    const endHousekeeping = housekeeping ? startHousekeeping(worker, logger) : () => {}
    return async () => {
      endHousekeeping()
      await Promise.all([mail.stop(), runner.stop(), webhooks.stop()])
    }
  }

  return {
    app,
    resources,
    /** From then on responses close their connection, and /health responds with 503. */
    announceStop: () => shutdown.abort(),
    stop: async () => {
      shutdown.abort()
      await app.close()
      endSharing()
      await Promise.all([endWork(), endOrdering()])
      overload.end()
      await Promise.all([listener.stop(), endWatch()])
      await Promise.all(Object.values(pools).map(pool => pool.end()))
      await traces?.stop()
    },
  }
}

const tracedMailer = (mailer: Mailer, traces: Traces): Mailer => ({
  send: mail => traces.trace('mail', () => mailer.send(mail)),
  close: () => mailer.close(),
})
