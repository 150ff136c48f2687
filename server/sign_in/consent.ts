import { ApiError } from '../errors.ts'
import { console_client } from './clients.ts'
import { findAccountById } from './credentials.ts'
import { fieldsOf, sendPage } from './forms.ts'
import { finish, type Visit } from './interaction.ts'
import { consentPage } from './pages/consent_page.ts'
import { languageFor } from './pages/page.ts'
import { newGrant, type SpaceGrant, spacesFor } from './spaces.ts'

/** Asks in which space, and whether the application may. */
export async function showConsent(visit: Visit) {
  const { gate, request, reply, interaction, client } = visit
  const account = await personOf(visit)
  const spaces = await spacesFor(gate.pool, account.id, client.id)
  const language = languageFor(request.headers['accept-language'], account.locale)
  return sendPage(
    reply,
    consentPage(language, {
      client: client.name,
      own: client.id === console_client,
      scopes: scopeOf(visit).split(' '),
      spaces,
      person: account.login_mail,
      host: URL.parse(String(interaction.params['redirect_uri']))?.host ?? '',
    }),
  )
}

export async function decide(visit: Visit) {
  const { gate, request, interaction, client } = visit
  const { decision, space } = fieldsOf(request)
  if (decision === 'refuse') return finish(visit, { error: 'access_denied', error_description: 'the person said no' })
  const account = await personOf(visit)
  const spaces = await spacesFor(gate.pool, account.id, client.id)
  const chosen = spaces.find(({ id }) => String(id) === space)
  if (decision !== 'allow' || chosen?.state !== 'open') return showConsent(visit)
  const provider = await gate.provider()
  const known: SpaceGrant | undefined = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const fresh = () => new provider.Grant({ accountId: String(account.id), clientId: client.id })
  const grant = await newGrant(known?.group_id === chosen.id ? known : fresh(), chosen.id, scopeOf(visit))
  return finish(visit, { consent: { grantId: grant.jti } })
}

const scopeOf = ({ interaction }: Visit) => String(interaction.params['scope'] ?? '')

async function personOf({ gate, interaction }: Visit) {
  const account = await findAccountById(gate.pool, Number(interaction.session?.accountId))
  if (!account) throw new ApiError('not_found', 'This account is gone.')
  return account
}
