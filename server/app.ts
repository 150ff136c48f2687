import type { RequestListener, Server } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Callers } from './access/caller.ts'
import type { TrustedIssuer } from './access/external_tokens.ts'
import { instanceId } from './access/server_keys.ts'
import { scheduledBackups } from './backup/folder.ts'
import { type Config, mapAddresses, mapFolder } from './config.ts'
import { registerConsole } from './console/serve.ts'
import { bulkChangeJobSteps } from './contacts/bulk_changes/job.ts'
import { importJobSteps } from './contacts/imports/job.ts'
import { tagJobSteps } from './contacts/tags/job_queries.ts'
import { NodeWatch } from './db/citus/node_watch.ts'
import { whenAvailable } from './db/connect_when_ready.ts'
import { NotificationListener } from './db/notification_listener.ts'
import { openPools } from './db/pool/pools.ts'
import { WriteFailures } from './db/pool/write_failures.ts'
import { WebhookDispatcher } from './events/dispatcher.ts'
import { startOrdering } from './events/order.ts'
import { ServerMaps } from './field/map/server_maps.ts'
import { incomingFolder } from './file_storage/incoming.ts'
import { openStorage } from './file_storage/open.ts'
import { FileRemover } from './file_storage/remover.ts'
import { registerGuides } from './guides/serve.ts'
import { OverloadMonitor } from './http/limits/overload.ts'
import type { PeerProcesses } from './http/limits/peer_processes.ts'
import { RateLimiter } from './http/limits/rate_limit.ts'
import { shareLimits } from './http/limits/shared_limits.ts'
import { registerResources } from './http/register.ts'
import { createServer } from './http/server.ts'
import { Downloads } from './http/stream/downloads.ts'
import type { JobStep } from './jobs/queue.ts'
import { JobRunner } from './jobs/runner.ts'
import { MailDispatcher } from './mail/dispatcher.ts'
import type { Mailer } from './mail/mailer.ts'
import { addToTotals } from './money/core/sums.ts'
import { domainProver } from './organisation/core/identity_providers/domain_proof.ts'
import { acceptMembership } from './organisation/core/pending_members.ts'
import { startHousekeeping } from './process/housekeeping.ts'
import { resourcesOf, version } from './resources.ts'
import type { OperatorProvider } from './sign_in/identity_provider/providers.ts'
import { registerSignIn } from './sign_in/register.ts'
import { nameServers } from './sign_in_settings.ts'
import { registerMetrics } from './system/metrics.ts'
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

/** The step function of each kind of job. */
const jobSteps: Record<string, JobStep> = { ...importJobSteps, ...tagJobSteps, ...bulkChangeJobSteps }

// Loaded only if configured: it imports a library.
async function externalIssuer(trust: TrustedIssuer) {
  const { ExternalIssuer } = await import('./access/external_tokens.ts')
  return new ExternalIssuer(trust)
}

/** The identity provider in the settings; undefined if there is none. */
function operatorProviderOf(config: Config): OperatorProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret, OIDC_DOMAINS } = config
  if (!issuer || !client_id || !client_secret || !OIDC_DOMAINS) return undefined
  return {
    name: config.OIDC_NAME,
    issuer,
    client_id,
    client_secret,
    // The operator chooses the address.
    private_addresses: true,
    domains: OIDC_DOMAINS.split(',').map(domain => domain.trim()),
    email_verified_required: config.OIDC_EMAIL_VERIFIED === 'required',
  }
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
  const write_failures = new WriteFailures(config.DATABASE_URL ? undefined : config.DATA_DIR)
  const pools = openPools({
    url,
    connections: config.DATABASE_CONNECTIONS,
    onNotification: topic => listener.react(topic),
    nodes,
    write_failures,
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
  const storage = await openStorage(config)
  const incoming_folder = incomingFolder(config)
  const proveDomain = domainProver(nameServers(config.DNS_SERVERS))
  const space_bytes_max = config.FILES_MB_PER_SPACE * 2 ** 20
  const { tiles, map_url } = mapAddresses(config)
  const server_maps = new ServerMaps({ folder: mapFolder(config), file: config.MAP_FILE, url: map_url, log: logger })
  const stored = { storage, incoming_folder, space_bytes_max, log: logger }
  let instance_id = ''
  const resources = resourcesOf({
    instanceId: () => instance_id,
    stopping,
    private_addresses,
    unreachableNodes: () => nodes.unreachable,
    writeFailure: () => write_failures.reason,
    proveDomain,
    file_options: { ...stored, file_bytes_max: config.FILE_MB_MAX * 2 ** 20 },
    map_options: { ...stored, map_bytes_max: config.MAP_MB_MAX * 2 ** 20, server_maps },
  })
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
  const operator_provider = operatorProviderOf(config)
  registerSignIn(app, { pool, log: logger, public_url, stopping, operator_provider, private_addresses, proveDomain })
  registerGuides(app)
  registerConsole(app, { tiles, credit: config.MAP_CREDIT, public_url })
  await registerMetrics(app, {
    token: config.METRICS_TOKEN,
    version,
    worker,
    pools,
    peers,
    backups: scheduledBackups(config),
  })
  await listener.start()
  server_maps.start()
  const endWatch = nodes.start(pools.nodes, logger)
  await whenAvailable(async () => {
    await callers.prepare()
    instance_id = await pool.write({}, instanceId)
  }, config.DATABASE_WAIT_SECONDS)
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
    const remover = new FileRemover({ worker, storage, incoming_folder, listener, log: logger })
    mail.start()
    remover.start()
    if (config.JOBS === 'on') {
      runner.start()
      webhooks.start()
    }
    const endHousekeeping = housekeeping ? startHousekeeping(worker, logger) : () => {}
    return async () => {
      endHousekeeping()
      await Promise.all([mail.stop(), remover.stop(), runner.stop(), webhooks.stop()])
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
