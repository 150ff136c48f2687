import { recordAccountAudit } from '../access/audit.ts'
import type { Pool } from '../db/pool/pool.ts'
import { type Mail, queueMail } from '../mail/outbox.ts'
import type { SignInAccount } from './credentials.ts'
import { rememberBrowser } from './known_browsers.ts'

export interface SignIn {
  account: SignInAccount
  request_id: string
  /** The secret by which the browser is known. */
  browser: string
  agent: string
  address: string
  second_factor: boolean
  public_url: string
}

/** Writes a sign-in down in every space of the person, and tells them when it came from a browser we had not seen. */
export async function recordSignIn(pool: Pool, arrival: SignIn) {
  const { account, request_id, browser, second_factor } = arrival
  await pool.write({ user_id: account.id }, async sql => {
    const { is_new } = await rememberBrowser(sql, account.id, browser)
    await recordAccountAudit(sql, {
      account_id: account.id,
      request_id,
      kind: 'account.signed_in',
      // Not from where or through which application: they may be about another space, and any space can add whom it likes.
      details: { new_browser: is_new, second_factor },
    })
    if (is_new) await queueMail(sql, null, newBrowserMail(arrival))
  })
}

/** Writes down that somebody tried and failed. It may have been anybody. */
export function recordFailedSignIn(
  pool: Pool,
  { account_id, request_id, reason }: { account_id: number; request_id: string; reason: string },
) {
  return pool.write({ user_id: account_id }, sql =>
    recordAccountAudit(sql, {
      account_id,
      request_id,
      kind: 'account.sign_in_failed',
      details: { reason },
      by_owner: false,
    }),
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

Quelqu’un vient de se connecter à votre compte depuis un navigateur que nous ne connaissions pas :

  quand       ${at}
  adresse     ${address}
  navigateur  ${browser}

Si c’était vous, tout va bien. Sinon, changez votre mot de passe et fermez cette session :

${public_url}/account
`,
      }
    : {
        to,
        subject: 'New sign-in to your Muster account',
        text: `Hello ${firstname},

Somebody has just signed in to your account from a browser that we had not seen before:

  when     ${at}
  address  ${address}
  browser  ${browser}

If it was you, all is well. If not, change your password and end that session:

${public_url}/account
`,
      }
}
