import { limitIn } from '../access/session_limit.ts'
import { ApiError } from '../errors.ts'
import { isRecentSignIn } from './account/account_request.ts'
import { confirmSetup, secondFactorSetup } from './account/second_factor.ts'
import { console_client } from './clients.ts'
import { findAccountById, type SignInAccount } from './credentials.ts'
import { fieldsOf, sendPage } from './forms.ts'
import {
  finishInteraction,
  type InteractionRequest,
  pageLanguage,
  restartAuthorization,
} from './interaction_request.ts'
import { consentPage } from './pages/consent_page.ts'
import { identityProblemPage } from './pages/identity_problem_page.ts'
import { readSession } from './session.ts'
import { type AccountSpace, type SpaceGrant, saveGrant, selectableSpaces, spacesForClient } from './spaces.ts'

/** Asks for the space, and for consent. */
export async function showConsent(incoming: InteractionRequest) {
  const { context, reply, interaction, client } = incoming
  const account = await signedInAccount(incoming)
  const spaces = await spacesForClient(context.pool, account.id, client.id, limitIn(interaction.session?.acr))
  const own = client.id === console_client
  const [only, ...others] = selectableSpaces(spaces)
  // The console needs no consent, and with one space there is no choice.
  if (own && others.length === 0 && only && only.state !== 'suspended') return enterSpace(incoming, account, only)
  return sendPage(
    reply,
    consentPage(pageLanguage(incoming, account), {
      client: client.name,
      own,
      scopes: scopeOf(incoming).split(' '),
      spaces,
      person: account.login_mail,
      host: URL.parse(String(interaction.params['redirect_uri']))?.host ?? '',
    }),
  )
}

export async function submitConsent(incoming: InteractionRequest) {
  const { context, request, interaction, client } = incoming
  const { decision, space } = fieldsOf(request)
  if (decision === 'refuse')
    return finishInteraction(incoming, { error: 'access_denied', error_description: 'the user denied the request' })
  const account = await signedInAccount(incoming)
  const spaces = await spacesForClient(context.pool, account.id, client.id, limitIn(interaction.session?.acr))
  const chosen = spaces.find(({ id }) => String(id) === space)
  if (decision !== 'allow' || !chosen || chosen.state === 'suspended') return showConsent(incoming)
  return enterSpace(incoming, account, chosen)
}

async function enterSpace(incoming: InteractionRequest, account: SignInAccount, chosen: AccountSpace) {
  const { context, interaction, client } = incoming
  // The sign-in page offers the provider of the address.
  if (chosen.state === 'needs_provider')
    return restartAuthorization(incoming, { reauthenticate: true, login_hint: account.login_mail })
  if (chosen.state === 'needs_factor') return requireSecondFactor(incoming, account, chosen)
  const provider = await context.provider()
  const known: SpaceGrant | undefined = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const fresh = () => new provider.Grant({ accountId: String(account.id), clientId: client.id })
  const grant = await saveGrant(known?.group_id === chosen.id ? known : fresh(), chosen.id, scopeOf(incoming))
  return finishInteraction(incoming, { consent: { grantId: grant.jti } })
}

/** Sets up the second factor that the space requires, before the grant. */
async function requireSecondFactor(incoming: InteractionRequest, account: SignInAccount, space: AccountSpace) {
  const { context, request, reply, interaction } = incoming
  // The provider of a space must not change how the person signs in.
  if (limitIn(interaction.session?.acr))
    return sendPage(
      reply,
      identityProblemPage(pageLanguage(incoming, account), { problem: 'second_factor', back: '/account' }),
    )
  const session = await readSession(context, request, reply)
  // An unattended browser must not be enough to set up a second factor for its user.
  if (session?.account_id !== account.id || !isRecentSignIn(session))
    return restartAuthorization(incoming, { reauthenticate: true })
  const { code } = fieldsOf(request)
  const step = {
    language: pageLanguage(incoming, account),
    space: space.name,
    hiddenFields: { space: String(space.id), decision: 'allow' },
  }
  return sendPage(
    reply,
    code === undefined
      ? await secondFactorSetup(context, account, step)
      : await confirmSetup(context, account, { code, request_id: request.id }, step),
  )
}

const scopeOf = ({ interaction }: InteractionRequest) => String(interaction.params['scope'] ?? '')

async function signedInAccount({ context, interaction }: InteractionRequest) {
  const account = await findAccountById(context.pool, Number(interaction.session?.accountId))
  if (!account) throw new ApiError('not_found', 'This account no longer exists.')
  return account
}
