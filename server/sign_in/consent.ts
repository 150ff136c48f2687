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
import { readSession } from './session.ts'
import { type AccountSpace, type SpaceGrant, saveGrant, selectableSpaces, spacesForClient } from './spaces.ts'

/** Asks in which space, and whether the application may. */
export async function showConsent(incoming: InteractionRequest) {
  const { context, reply, interaction, client } = incoming
  const account = await signedInAccount(incoming)
  const spaces = await spacesForClient(context.pool, account.id, client.id)
  const own = client.id === console_client
  const [only, ...others] = selectableSpaces(spaces)
  // Nothing to choose and nobody to consent to: on to the console.
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
  const { context, request, client } = incoming
  const { decision, space } = fieldsOf(request)
  if (decision === 'refuse')
    return finishInteraction(incoming, { error: 'access_denied', error_description: 'the person said no' })
  const account = await signedInAccount(incoming)
  const spaces = await spacesForClient(context.pool, account.id, client.id)
  const chosen = spaces.find(({ id }) => String(id) === space)
  if (decision !== 'allow' || !chosen || chosen.state === 'suspended') return showConsent(incoming)
  return enterSpace(incoming, account, chosen)
}

async function enterSpace(incoming: InteractionRequest, account: SignInAccount, chosen: AccountSpace) {
  const { context, interaction, client } = incoming
  if (chosen.state === 'needs_factor') return requireSecondFactor(incoming, account, chosen)
  const provider = await context.provider()
  const known: SpaceGrant | undefined = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const fresh = () => new provider.Grant({ accountId: String(account.id), clientId: client.id })
  const grant = await saveGrant(known?.group_id === chosen.id ? known : fresh(), chosen.id, scopeOf(incoming))
  return finishInteraction(incoming, { consent: { grantId: grant.jti } })
}

/** The space asks for a second factor, and the person has none: they set one up before they enter. */
async function requireSecondFactor(incoming: InteractionRequest, account: SignInAccount, space: AccountSpace) {
  const { context, request, reply } = incoming
  const session = await readSession(context, request, reply)
  // Whoever finds a browser that was left open must not make it their own, nor with a session of theirs.
  if (session?.account_id !== account.id || !isRecentSignIn(session))
    return restartAuthorization(incoming, { proof: true })
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
  if (!account) throw new ApiError('not_found', 'This account is gone.')
  return account
}
