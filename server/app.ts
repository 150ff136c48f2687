import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Callers } from './access/caller.ts'
import type { Trust } from './access/external.ts'
import type { Config } from './config.ts'
import { registerConsole } from './console/serve.ts'
import { Listener } from './db/listener.ts'
import { openPools } from './db/pools.ts'
import { WebhookCourier } from './events/courier.ts'
import { startOrdering } from './events/order.ts'
import { action_addresses } from './field/action_addresses/routes.ts'
import { action_contacts } from './field/action_contacts/routes.ts'
import { action_statistics } from './field/action_statistics/routes.ts'
import { actions } from './field/actions/routes.ts'
import { declared_visits } from './field/declared_visits/routes.ts'
import { visits } from './field/visits/routes.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { Others } from './http/others.ts'
import { Pressure } from './http/pressure.ts'
import { RateLimiter } from './http/rate_limit.ts'
import { registerResources } from './http/register.ts'
import { createServer } from './http/server.ts'
import { shareLimits } from './http/shared_limits.ts'
import { Downloads } from './http/streaming.ts'
import type { Work } from './jobs/queue.ts'
import { Runner } from './jobs/runner.ts'
import { Courier } from './mail/courier.ts'
import type { Mailer } from './mail/mailer.ts'
import { code_campaigns } from './money/code_campaigns/routes.ts'
import { donation_prices } from './money/donation_prices/routes.ts'
import { ledger } from './money/ledger/routes.ts'
import { membership_price_groups } from './money/membership_price_groups/routes.ts'
import { membership_prices } from './money/membership_prices/routes.ts'
import { payment_views } from './money/payment_views/routes.ts'
import { statistics } from './money/statistics/routes.ts'
import { transaction_batches } from './money/transaction_batches/routes.ts'
import { transaction_bundles } from './money/transaction_bundles/routes.ts'
import { transaction_settings } from './money/transaction_settings/routes.ts'
import { transaction_statuses } from './money/transaction_statuses/routes.ts'
import { audit } from './people/audit/routes.ts'
import { changes } from './people/changes/routes.ts'
import { contacts } from './people/contacts/routes.ts'
import { duplicates } from './people/duplicates/routes.ts'
import { exports } from './people/exports/routes.ts'
import { find } from './people/find/routes.ts'
import { forms } from './people/forms/routes.ts'
import { grants } from './people/grants/routes.ts'
import { imports } from './people/imports/routes.ts'
import { importWorks } from './people/imports/work.ts'
import { integrations } from './people/integrations/routes.ts'
import { invitations } from './people/invitations/routes.ts'
import { jobs } from './people/jobs/routes.ts'
import { me } from './people/me/routes.ts'
import { merges } from './people/merges/routes.ts'
import { acceptMembership } from './people/pending_members.ts'
import { privacy_requests } from './people/privacy_requests/routes.ts'
import { roles } from './people/roles/routes.ts'
import { saved_filters } from './people/saved_filters/routes.ts'
import { search } from './people/search/routes.ts'
import { sessions } from './people/sessions/routes.ts'
import { spaces } from './people/spaces/routes.ts'
import { suspensions } from './people/suspensions/routes.ts'
import { tags } from './people/tags/routes.ts'
import { tagWorks } from './people/tags/work_queries.ts'
import { teams } from './people/teams/routes.ts'
import { tokens } from './people/tokens/routes.ts'
import { upserts } from './people/upserts/routes.ts'
import { users } from './people/users/routes.ts'
import { webhooksOf } from './people/webhooks/routes.ts'
import { registerSignIn } from './sign_in/register.ts'
import { registerMetrics } from './system/metrics.ts'
import { systemOf } from './system/routes.ts'
import { Traces } from './system/traces.ts'

export interface Surroundings {
  config: Config
  database_url: string
  /** Whoever can send mail does the work behind the scenes too: mail, jobs, tidying up. Without it that is left to another process. */
  mailer?: Mailer
  /** Whether that includes housekeeping, every few minutes. Tests run it themselves: it would change rows while they compare them. */
  housekeeping?: boolean
  logger: FastifyBaseLogger
  /** The address people reach us at, for links. */
  public_url: () => string
  serverFactory?: (handler: (request: any, response: any) => void) => Server
  /** The other processes of this server, where there are any. */
  others?: Others | undefined
  /** Sees the server before it is sealed; the tests watch every answer from here. */
  observe?: (app: FastifyInstance) => void
}

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What operations cannot know by themselves. */
interface Circumstances {
  stopping: () => boolean
  /** Whether webhooks may lead into private networks. */
  private_addresses: boolean
}

/** The table of contents: every resource of the interface. */
export const resourcesOf = ({ stopping = () => false, private_addresses = false }: Partial<Circumstances> = {}) => {
  const contents = [
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
    code_campaigns,
    transaction_bundles,
    transaction_batches,
    payment_views,
    ledger,
    statistics,
    actions,
    action_addresses,
    action_contacts,
    visits,
    declared_visits,
    action_statistics,
  ]
  return [...contents, systemOf(contents, { version, stopping })]
}

/** Every kind of job, and how a step of it is done. */
const works: Record<string, Work> = { ...importWorks, ...tagWorks }

// Read only where somebody is trusted: it brings a library along.
async function trusting(trust: Trust) {
  const { ExternalIssuer } = await import('./access/external.ts')
  return new ExternalIssuer(trust)
}

/** Puts the parts together. `stop` ends what is under way before it lets go of the database. */
export async function buildApp({
  config,
  database_url: url,
  mailer,
  housekeeping = true,
  logger,
  public_url,
  serverFactory,
  others,
  observe,
}: Surroundings) {
  const https = config.PUBLIC_URL?.startsWith('https:') ?? false
  const farewell = new AbortController()
  const stopping = () => farewell.signal.aborted
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  const traces = endpoint ? new Traces({ endpoint, version, log: logger }) : undefined
  const as = (name: string) => (traces ? { around: <T>(work: () => Promise<T>) => traces.around(name, work) } : {})
  const listener = new Listener(url)
  const pools = openPools({ url, connections: config.DATABASE_CONNECTIONS, onNews: topic => listener.react(topic), as })
  const { requests: pool, reports, worker } = pools
  const private_addresses = config.WEBHOOKS_PRIVATE === 'on'
  const { EXTERNAL_ISSUER: issuer, EXTERNAL_AUDIENCE: audience } = config
  const outsiders = issuer && audience ? await trusting({ issuer, audience }) : undefined
  const callers = new Callers(pool, listener, acceptMembership, outsiders)
  const limiter = new RateLimiter({ burst: config.RATE_BURST, rate: config.RATE_PER_SECOND })
  const endSharing = others ? shareLimits(limiter, others) : () => {}
  const pressure = new Pressure()
  const app = createServer({
    callers,
    limiter,
    pressure,
    logger,
    https,
    public_url,
    // Somebody must be speaking HTTPS for us, most likely on this machine.
    trusted_proxies: config.TRUSTED_PROXIES ?? (https ? 'loopback' : undefined),
    stopping,
    ...(serverFactory && { serverFactory }),
  })
  const resources = resourcesOf({ stopping, private_addresses })
  traces?.follow(app)
  observe?.(app)
  registerResources(app, resources, {
    pool,
    reports,
    downloads: new Downloads(reports),
    callers,
    listener,
    stopping: farewell.signal,
    public_url,
  })
  registerSignIn(app, { pool, log: logger, public_url, stopping })
  registerConsole(app, { tiles: config.MAP_TILES_URL, credit: config.MAP_CREDIT })
  await registerMetrics(app, {
    token: config.METRICS_TOKEN,
    worker,
    pools,
    others,
  })
  await listener.start()
  await callers.prepare()
  await app.ready()
  // Each process for what it writes itself, so that nobody waits until another one looks.
  const endOrdering = config.JOBS === 'on' ? startOrdering(worker, listener, logger) : async () => {}
  const endWork = mailer ? workBehindTheScenes() : async () => {}

  function workBehindTheScenes() {
    const courier = new Courier(worker, traces ? tracedMailer(mailer!, traces) : mailer!, listener, logger)
    const runner = new Runner({ worker, pool: pools.jobs, listener, works, log: logger })
    const webhooks = new WebhookCourier({
      worker,
      pool: pools.events,
      listener,
      log: logger,
      retry_s: config.WEBHOOKS_RETRY_SECONDS,
      private_addresses,
    })
    courier.start()
    if (config.JOBS === 'on') {
      runner.start()
      webhooks.start()
    }
    const endHousekeeping = housekeeping ? startHousekeeping(worker, logger) : () => {}
    return async () => {
      endHousekeeping()
      await Promise.all([courier.stop(), runner.stop(), webhooks.stop()])
    }
  }

  return {
    app,
    resources,
    /** From here on answers close their connection, and health says no. */
    announceStop: () => farewell.abort(),
    stop: async () => {
      farewell.abort()
      await app.close()
      endSharing()
      await Promise.all([endWork(), endOrdering()])
      pressure.end()
      await listener.stop()
      await Promise.all(Object.values(pools).map(pool => pool.end()))
      await traces?.stop()
    },
  }
}

const tracedMailer = (mailer: Mailer, traces: Traces): Mailer => ({
  send: mail => traces.around('mail', () => mailer.send(mail)),
  close: () => mailer.close(),
})
