import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { html, htmlDocument, type Language } from '../../http/html.ts'
import { languageFor, messagePage, type Page } from './page.ts'

// Pages of the authorization server. Its other routes return JSON.

const forPeople = new Set(['authorization', 'resume', 'end_session', 'end_session_confirm', 'end_session_success'])

/** An error: a page on routes that users visit, else JSON. */
export async function renderError(ctx: KoaContextWithOIDC, out: ErrorOut) {
  if (!forPeople.has(ctx.oidc.route)) {
    ctx.body = out
    return
  }
  const language = languageFor(ctx.get('accept-language'))
  send(ctx, errorPage(language, out.error, out.error_description, ctx.status))
}

export function errorPage(language: Language, code: string, description = '', status = 400): Page {
  const text = texts[language]
  const { title, detail } =
    code === 'server_error' ? text.failed : text.expired_codes.has(code) ? text.expired : text.refused
  return messagePage(
    language,
    title,
    [
      detail,
      html`<p><a class="button" href="/console/">${text.console}</a></p>`,
      html`<p class="hint">${text.technical} <code>${code}${description && `: ${description}`}</code></p>`,
    ],
    status,
  )
}

/** Asks for confirmation, so that a link on another site cannot sign a user out. */
export async function renderSignOut(ctx: KoaContextWithOIDC) {
  const language = languageFor(ctx.get('accept-language'))
  const text = texts[language].leave
  const secret = ctx.oidc.session?.state?.['secret']
  const content = html`<h1>${text.title}</h1>
<p>${text.detail}</p>
<form method="post" action="/oauth/end_session/confirm">
<input type="hidden" name="xsrf" value="${String(secret)}">
<button name="logout" value="yes">${text.yes}</button>
<button class="quiet">${text.no}</button>
</form>`
  send(ctx, { status: 200, html: htmlDocument({ title: text.title, language }, content) })
}

export async function renderSignedOut(ctx: KoaContextWithOIDC) {
  const language = languageFor(ctx.get('accept-language'))
  // A user who chose to stay signed in arrives here with a client_id.
  const text = texts[language][ctx.oidc.params?.['client_id'] ? 'stayed' : 'left']
  send(ctx, messagePage(language, text.title, [text.detail]))
}

function send(ctx: KoaContextWithOIDC, { status, html: text }: Page) {
  ctx.status = status
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = text
}

const expired_codes = new Set(['session_not_found', 'SessionNotFound'])

const texts = {
  en: {
    expired_codes,
    console: 'Sign in to Muster',
    technical: 'Details for the developer of the application:',
    failed: {
      title: 'Sorry, there is a problem',
      detail: 'The error was recorded. Go back to the application and try again in a moment.',
    },
    expired: {
      title: 'This sign-in has expired',
      detail:
        'It took too long, was already completed, or was started in another browser. Sign in again here, or from the application you came from.',
    },
    refused: {
      title: 'The application sent an invalid request',
      detail: 'Go back to the application and try again. If it happens again, contact its developer.',
    },
    leave: {
      title: 'Sign out of Muster?',
      detail: 'Applications that you gave lasting access stay connected. Your account page lists them.',
      yes: 'Sign out',
      no: 'Stay signed in',
    },
    left: { title: 'You are signed out', detail: 'You can close this page.' },
    stayed: { title: 'You are still signed in', detail: 'You can close this page.' },
  },
  fr: {
    expired_codes,
    console: 'Se connecter à Muster',
    technical: 'Détails pour les développeurs de l’application :',
    failed: {
      title: 'Une erreur est survenue',
      detail: 'L’erreur a été enregistrée. Retournez à l’application et réessayez dans un instant.',
    },
    expired: {
      title: 'Cette connexion a expiré',
      detail:
        'Elle a duré trop longtemps, est terminée ou vient d’un autre navigateur. Reconnectez-vous ici, ou depuis l’application d’où vous venez.',
    },
    refused: {
      title: 'L’application a envoyé une demande incorrecte',
      detail: 'Retournez à l’application et réessayez. Si cela se reproduit, prévenez ses développeurs.',
    },
    leave: {
      title: 'Se déconnecter de Muster ?',
      detail:
        'Les applications qui ont un accès durable restent connectées. La page de votre compte en donne la liste.',
      yes: 'Se déconnecter',
      no: 'Rester connecté·e',
    },
    left: { title: 'Vous êtes déconnecté·e', detail: 'Vous pouvez fermer cette page.' },
    stayed: { title: 'Vous êtes toujours connecté·e', detail: 'Vous pouvez fermer cette page.' },
  },
}
