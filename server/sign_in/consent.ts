import { recordAccountDeed } from '../access/audit.ts'
import { beginSecondFactor, confirmSecondFactor } from '../access/second_factor.ts'
import { ApiError } from '../errors.ts'
import { proof_s_max } from '../http/access.ts'
import { html } from '../http/html.ts'
import { console_client } from './clients.ts'
import { findAccountById, type SignInAccount } from './credentials.ts'
import { fieldsOf, sendPage } from './forms.ts'
import { consentPage } from './pages/consent_page.ts'
import { factorSetupPage, recoveryCodesPage } from './pages/factor_setup_page.ts'
import { sessionOf } from './session.ts'
import { newGrant, type OwnSpace, type SpaceGrant, spacesFor } from './spaces.ts'
import { beginAgain, finish, languageOf, type Visit } from './visit.ts'

/** Asks in which space, and whether the application may. */
export async function showConsent(visit: Visit) {
  const { gate, reply, interaction, client } = visit
  const account = await personOf(visit)
  const spaces = await spacesFor(gate.pool, account.id, client.id)
  return sendPage(
    reply,
    consentPage(languageOf(visit, account), {
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
  const { decision, space, setup_code } = fieldsOf(request)
  if (decision === 'refuse') return finish(visit, { error: 'access_denied', error_description: 'the person said no' })
  const account = await personOf(visit)
  const spaces = await spacesFor(gate.pool, account.id, client.id)
  const chosen = spaces.find(({ id }) => String(id) === space)
  if (setup_code !== undefined) return confirmFactor(visit, account, setup_code)
  if (decision !== 'allow' || !chosen || chosen.state === 'suspended') return showConsent(visit)
  if (chosen.state === 'needs_factor') return showSetup(visit, account, chosen)
  const provider = await gate.provider()
  const known: SpaceGrant | undefined = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined
  const fresh = () => new provider.Grant({ accountId: String(account.id), clientId: client.id })
  const grant = await newGrant(known?.group_id === chosen.id ? known : fresh(), chosen.id, scopeOf(visit))
  return finish(visit, { consent: { grantId: grant.jti } })
}

/** The space asks for a second factor, and the person has none: they set one up before they enter. */
async function showSetup(visit: Visit, account: SignInAccount, space: OwnSpace, wrong = false) {
  const { gate, request, reply, interaction } = visit
  const session = await sessionOf(gate, request, reply)
  // Whoever finds a browser that was left open must not make it their own.
  if (!session || session.signed_in_at.getTime() < Date.now() - proof_s_max * 1000)
    return beginAgain(visit, { proof: true })
  const language = languageOf(visit, account)
  const begun = await gate.pool.write({ user_id: account.id }, sql =>
    beginSecondFactor(sql, account.id, account.login_mail),
  )
  Object.assign(interaction, { result: { ...interaction.result, chosen: space.id } })
  await interaction.persist()
  return sendPage(reply, factorSetupPage(language, { ...begun, reason: texts[language].reason(space.name), wrong }))
}

async function confirmFactor(visit: Visit, account: SignInAccount, typed: string) {
  const { gate, request, reply, interaction, client } = visit
  const spaces = await spacesFor(gate.pool, account.id, client.id)
  const space = spaces.find(({ id }) => id === interaction.result?.['chosen'])
  if (space?.state !== 'needs_factor') return showConsent(visit)
  const codes = await gate.pool.write({ user_id: account.id }, async sql => {
    const made = await confirmSecondFactor(sql, account.id, typed)
    if (made)
      await recordAccountDeed(sql, { account_id: account.id, request_id: request.id, kind: 'account.second_factor_on' })
    return made
  })
  if (!codes) return showSetup(visit, account, space, true)
  const language = languageOf(visit, account)
  const onward = html`<form method="post"><input type="hidden" name="space" value="${space.id}">
<button name="decision" value="allow">${texts[language].onward}</button></form>`
  return sendPage(reply, recoveryCodesPage(language, codes, onward))
}

const texts = {
  en: {
    reason: (space: string) => `${space} asks everybody for a second factor.`,
    onward: 'I have kept them, go on',
  },
  fr: {
    reason: (space: string) => `${space} demande un second facteur à chaque membre.`,
    onward: 'Je les ai gardés, continuer',
  },
}

const scopeOf = ({ interaction }: Visit) => String(interaction.params['scope'] ?? '')

async function personOf({ gate, interaction }: Visit) {
  const account = await findAccountById(gate.pool, Number(interaction.session?.accountId))
  if (!account) throw new ApiError('not_found', 'This account is gone.')
  return account
}
