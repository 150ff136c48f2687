import { hasSecondFactor } from '../access/second_factor.ts'
import { acrOf, type SessionLimit } from '../access/session_limit.ts'
import { findAccountById, passwordChangedSince, type SignInAccount } from './credentials.ts'
import { type Connection, connectAccount } from './identity_provider/people.ts'
import { findProvider, type ProviderKey } from './identity_provider/providers.ts'
import { finishInteraction, type InteractionRequest } from './interaction_request.ts'
import { setBrowserCookie } from './known_browsers.ts'
import { endBrowserSession } from './session.ts'
import { recordSignIn } from './sign_in_log.ts'

// What follows once the password is right, or the identity provider has identified the person: the second factor, and the end of the interaction.

const proof_minutes_max = 10

/** How the person has proved who they are, before the second factor. */
export interface Proof {
  by: 'password' | 'identity_provider'
  account_id: number
  /** In milliseconds. */
  at: number
  /** When the session began, in seconds, if not now: see `signInTime`. */
  signed_in_s?: number
  /** The name of the identity provider. */
  provider_name?: string
  limit?: SessionLimit
}

/** An identity that will be connected to the account with this address, once its password is right. */
export interface PendingConnection extends Connection {
  provider_key: ProviderKey
  provider_name: string
  mail: string
  at: number
}

/** What the user has proved so far. Stored with the interaction on the server. */
export interface Progress {
  proof?: Proof | undefined
  connection?: PendingConnection | undefined
}

export const progressOf = ({ interaction }: InteractionRequest) => (interaction.result ?? {}) as Progress

export async function saveProgress({ interaction }: InteractionRequest, shown: Progress) {
  Object.assign(interaction, { result: { ...interaction.result, ...shown } })
  await interaction.persist()
}

/** Asks for the second factor if the account has one, else ends the interaction. The sign-in at a provider does not replace it. */
export async function continueWithProof(incoming: InteractionRequest, account: SignInAccount, proof: Proof) {
  const { context, reply, interaction } = incoming
  const second = await context.pool.read({ user_id: account.id }, sql => hasSecondFactor(sql, account.id))
  if (!second) return completeLogin(incoming, account, proof)
  await saveProgress(incoming, { proof })
  return reply.redirect(`/sign-in/${interaction.uid}`, 303)
}

/** The account that was proved recently and whose code is missing. */
export async function accountAwaitingCode(incoming: InteractionRequest) {
  const { pool } = incoming.context
  const { proof } = progressOf(incoming)
  if (!proof || isOld(proof.at)) return undefined
  // A password change invalidates sign-ins in progress with the old one.
  if (await passwordChangedSince(pool, proof.account_id, proof.at)) return undefined
  const account = await findAccountById(pool, proof.account_id)
  return account && { account, proof }
}

const isOld = (at: number) => at < Date.now() - proof_minutes_max * 60_000

/** The identity that waits for a password. */
export function pendingConnection(incoming: InteractionRequest) {
  const { connection } = progressOf(incoming)
  return connection && !isOld(connection.at) ? connection : undefined
}

export async function completeLogin(
  incoming: InteractionRequest,
  account: SignInAccount,
  proof: Proof,
  factor = false,
) {
  const { context, request, reply, interaction } = incoming
  const { signed_in_s = Math.floor(Date.now() / 1000) } = proof
  const limit = proof.limit ?? (proof.by === 'password' ? await connectPending(incoming, account) : undefined)
  await recordSignIn(context.pool, {
    account,
    request_id: request.id,
    browser: setBrowserCookie(request, reply, context.https()),
    agent: request.headers['user-agent'] ?? '',
    address: request.ip,
    second_factor: factor,
    public_url: context.public_url(),
    provider_name: proof.provider_name,
    limit,
  })
  // Another account was signed in here: end its session.
  if (interaction.session && interaction.session.accountId !== String(account.id)) {
    await endBrowserSession(context, request, reply)
    Object.assign(interaction, { session: undefined })
    await interaction.persist()
  }
  const amr = [proof.by === 'password' ? 'pwd' : 'fed', ...(factor ? ['otp', 'mfa'] : [])]
  const login = { accountId: String(account.id), ts: signed_in_s, amr, ...(limit && { acr: acrOf(limit) }) }
  return finishInteraction(incoming, { login })
}

/** Connects the identity that waits for the password. Returns the limit of the session if the space requires its provider, which was just used. */
async function connectPending(incoming: InteractionRequest, account: SignInAccount): Promise<SessionLimit | undefined> {
  const connection = pendingConnection(incoming)
  if (connection?.account_id !== account.id) return undefined
  const provider = await findProvider(incoming.context, connection.provider_key)
  if (!provider) return undefined
  const { pool, public_url } = incoming.context
  await connectAccount(pool, provider, connection, { request_id: incoming.request.id, public_url: public_url() })
  const { space } = provider
  return space?.required ? { group_id: space.group_id, provider_id: space.provider_id } : undefined
}
