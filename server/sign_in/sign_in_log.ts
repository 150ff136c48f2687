import { recordAccountAudit } from '../access/audit.ts'
import type { SessionLimit } from '../access/session_limit.ts'
import type { Pool } from '../db/pool/pool.ts'
import { type Mail, queueMail } from '../mail/outbox.ts'
import type { SignInAccount } from './credentials.ts'
import { rememberBrowser } from './known_browsers.ts'

export interface SignIn {
  account: SignInAccount
  request_id: string
  /** The secret of the browser cookie. */
  browser: string
  agent: string
  address: string
  second_factor: boolean
  public_url: string
  /** The name of the identity provider; undefined for a password. */
  provider_name?: string | undefined
  limit?: SessionLimit | undefined
}

/** Records a sign-in in the audit log of every space of the user in which the session is valid. Notifies them by e-mail if the browser is new. */
export async function recordSignIn(pool: Pool, signIn: SignIn) {
  const { account, request_id, browser, second_factor, provider_name, limit } = signIn
  await pool.writeReachableSpaces({ user_id: account.id }, async (sql, isReachable) => {
    const { is_new } = await rememberBrowser(sql, account.id, browser)
    // Without address and application: they may concern another space, and any space can add any user.
    const details = { new_browser: is_new, second_factor, ...(provider_name && { identity_provider: provider_name }) }
    const only_in = limit && { only_in: limit.group_id }
    const entry = { account_id: account.id, request_id, kind: 'account.signed_in', details, ...only_in }
    await recordAccountAudit(sql, entry, isReachable)
    if (is_new) await queueMail(sql, null, newBrowserMail(signIn))
  })
}

/** Records a failed sign-in. Its author is unknown. */
export function recordFailedSignIn(
  pool: Pool,
  {
    account_id,
    request_id,
    reason,
    only_in,
  }: { account_id: number; request_id: string; reason: string; only_in?: number | undefined },
) {
  const details = { reason }
  const base = { account_id, request_id, kind: 'account.sign_in_failed', details, by_owner: false }
  const entry = { ...base, ...(only_in !== undefined && { only_in }) }
  return pool.writeReachableSpaces({ user_id: account_id }, (sql, isReachable) =>
    recordAccountAudit(sql, entry, isReachable),
  )
}

function newBrowserMail({ account, agent, address, public_url }: SignIn): Mail {
  const { login_mail: to, firstname, locale } = account
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const browser = agent.replace(/\s+/g, ' ').slice(0, 200)
  return locale.startsWith('fr')
    ? {
        to,
        subject: 'Nouvelle connexion à votre compte Muster',
        text: `Bonjour ${firstname},

Quelqu’un vient de se connecter à votre compte depuis un nouveau navigateur :

  quand       ${at}
  adresse     ${address}
  navigateur  ${browser}

Si c’était vous, vous n’avez rien à faire. Sinon, changez votre mot de passe et fermez cette session :

${public_url}/account
`,
      }
    : {
        to,
        subject: 'New sign-in to your Muster account',
        text: `Hello ${firstname},

Someone has just signed in to your account from a new browser:

  when     ${at}
  address  ${address}
  browser  ${browser}

If this was you, you do not need to do anything. If not, change your password and sign out that session:

${public_url}/account
`,
      }
}
