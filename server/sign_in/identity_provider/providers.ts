import type { OpenIdClient } from '../../organisation/core/identity_providers/openid_client.ts'
import {
  domainOf,
  findActiveProvider,
  findProviderOfDomain,
} from '../../organisation/core/identity_providers/providers.ts'
import { account_client, findIntegration, isClientId } from '../clients.ts'
import type { SignInContext } from '../context.ts'

/** The provider of the operator, for the whole server. */
export interface OperatorProvider extends OpenIdClient {
  name: string
  domains: string[]
  email_verified_required: boolean
}

/** A provider through which people can sign in now. */
export interface SignInProvider extends OperatorProvider {
  key: ProviderKey
  /** The space that set it up; undefined for that of the operator. */
  space?: { group_id: number; provider_id: number; role_id: number | null; required: boolean }
}

/** Names a provider in URLs: `server`, or the space and the id. Each has its own redirect URI, so that one cannot receive the code of another. */
export type ProviderKey = string

const operator_key: ProviderKey = 'server'

export interface ProviderOffer {
  key: ProviderKey
  name: string
  /** Whether a space requires it for the address. */
  required?: boolean
}

export const redirectUri = (public_url: string, key: ProviderKey) => `${public_url}/sign-in/callback/${key}`

export const operatorOffer = ({ operator_provider }: SignInContext): ProviderOffer | undefined =>
  operator_provider && { key: operator_key, name: operator_provider.name }

/** The provider that signs in this address. */
export async function offerForMail(context: SignInContext, mail: string): Promise<ProviderOffer | undefined> {
  if (!isAsciiMail(mail)) return undefined
  const domain = domainOf(mail)
  const { operator_provider } = context
  const found = await findProviderOfDomain(context.pool, domain)
  // A space that requires its provider cannot be entered through that of the operator, which every sign-in page offers besides.
  if (operator_provider?.domains.includes(domain) && !found?.required) return operatorOffer(context)
  return found && { key: `${found.group_id}-${found.id}`, name: found.name, required: found.required }
}

// Letters outside ASCII can be lower-cased to ASCII ones, and so name the mailbox of another person.
export const isAsciiMail = (mail: string) => /^[!-~]{1,64}@[A-Za-z0-9.-]{1,189}$/.test(mail)

/** The provider of a key; undefined if there is none, or if it may not sign people in. */
export async function findProvider(context: SignInContext, key: string): Promise<SignInProvider | undefined> {
  const { operator_provider, pool, private_addresses, proveDomain } = context
  if (key === operator_key) return operator_provider && { ...operator_provider, key }
  const [, group_id, id] = /^(\d{1,15})-(\d{1,15})$/.exec(key) ?? []
  const found =
    group_id && id
      ? await findActiveProvider(pool, { group_id: Number(group_id), id: Number(id) }, proveDomain)
      : undefined
  if (!found) return undefined
  const { name, issuer, client_id, client_secret, domain, email_verified_required, role_id, required } = found
  const space = { group_id: found.group_id, provider_id: found.id, role_id, required }
  return {
    key: `${found.group_id}-${found.id}`,
    name,
    issuer,
    client_id,
    client_secret,
    private_addresses,
    domains: [domain],
    email_verified_required,
    space,
  }
}

/** Whether the provider of a space may sign in to this client: not to the account pages, and not to integrations of other spaces. */
export async function servesClient({ pool }: SignInContext, { space }: SignInProvider, client_id: string) {
  if (!space) return true
  if (client_id === account_client) return false
  const presented = isClientId(client_id) ? client_id : ''
  const integration = await pool.read({ presented }, sql => findIntegration(sql, client_id))
  return integration === undefined || integration.group_id === space.group_id
}
