import { ApiError } from '../errors.ts'
import { confirmFactor, setUpFactor } from './account/factor.ts'
import { isFresh } from './account/page_request.ts'
import { console_client } from './clients.ts'
import { findAccountById, type SignInAccount } from './credentials.ts'
import { fieldsOf, sendPage } from './forms.ts'
import { beginAgain, finish, languageOf, type Visit } from './page_request.ts'
import { consentPage } from './pages/consent_page.ts'
import { sessionOf } from './session.ts'
import { newGrant, type OwnSpace, type SpaceGrant, settledOf, spacesFor } from './spaces.ts'

/** Asks in which space, and whether the application may. */
export async function showConsent(visit: Visit) {
  const { gate, reply, interaction, client } = visit
  const account = await personOf(visit)
  const spaces = await spacesFor(gate.pool, account.id, client.id)
  const own = client.id === console_client
  const [only, ...others] = settledOf(spaces)
  // Nothing to choose and nobody to consent to: on to the console.
  if (own && others.length === 0 && only && only.state !== 'suspended') return enter(visit, account, only)
  return sendPage(
    reply,
    consentPage(languageOf(visit, account), {
      client: client.name,
      own,
      scopes: scopeOf(visit).split(' '),
      spaces,
      person: account.login_mail,
      host: URL.parse(String(interaction.params['redirect_uri']))?.host ?? '',
    }),
  )
}

export async function decide(visit: Visit) {
  const { gate, request, client } = visit
  const { decision, space } = fieldsOf(request)
  if (decision === 'refuse') return finish(visit, { error: 'access_denied', error_description: 'the person said no' })
  const account = await personOf(visit)
  const spaces = await spacesFor(gate.pool, account.id, client.id)
  const chosen = spaces.find(({ id }) => String(id) === space)
  if (decision !== 'allow' || !chosen || chosen.state === 'suspended') return showConsent(visit)
  return enter(visit, account, chosen)
}

async function enter(visit: Visit, account: SignInAccount, chosen: OwnSpace) {
  const { gate, interaction, client } = visit
  if (chosen.state === 'needs_factor') return setUp(visit, account, chosen)
  const provider = await gate.provider()
  const known: SpaceGrant | undefined = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const fresh = () => new provider.Grant({ accountId: String(account.id), clientId: client.id })
  const grant = await newGrant(known?.group_id === chosen.id ? known : fresh(), chosen.id, scopeOf(visit))
  return finish(visit, { consent: { grantId: grant.jti } })
}

/** The space asks for a second factor, and the person has none: they set one up before they enter. */
async function setUp(visit: Visit, account: SignInAccount, space: OwnSpace) {
  const { gate, request, reply } = visit
  const session = await sessionOf(gate, request, reply)
  // Whoever finds a browser that was left open must not make it their own, nor with a session of theirs.
  if (session?.account_id !== account.id || !isFresh(session)) return beginAgain(visit, { proof: true })
  const { code } = fieldsOf(request)
  const step = {
    language: languageOf(visit, account),
    space: space.name,
    along: { space: String(space.id), decision: 'allow' },
  }
  return sendPage(
    reply,
    code === undefined
      ? await setUpFactor(gate, account, step)
      : await confirmFactor(gate, account, { code, request_id: request.id }, step),
  )
}

const scopeOf = ({ interaction }: Visit) => String(interaction.params['scope'] ?? '')

async function personOf({ gate, interaction }: Visit) {
  const account = await findAccountById(gate.pool, Number(interaction.session?.accountId))
  if (!account) throw new ApiError('not_found', 'This account is gone.')
  return account
}
