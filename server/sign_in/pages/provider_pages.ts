import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { html, type Language, pageOf } from '../../http/html.ts'
import { languageFor, messagePage, type Page } from './page.ts'

// The pages that the authorization server itself comes to show. Programs, which come for a token, get JSON instead.

const forPeople = new Set(['authorization', 'resume', 'end_session', 'end_session_confirm', 'end_session_success'])

/** A refusal. Where somebody sits in front of it, it says what to do; the technical words are for whoever made the application. */
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
    [detail, html`<p class="hint">${text.technical} <code>${code}${description && `: ${description}`}</code></p>`],
    status,
  )
}

/** Asks before somebody is signed out: a link elsewhere must not do that by itself. */
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
  send(ctx, { status: 200, html: pageOf({ title: text.title, language }, content) })
}

export async function renderSignedOut(ctx: KoaContextWithOIDC) {
  const language = languageFor(ctx.get('accept-language'))
  // Whoever chose to stay comes here with the application they stayed in.
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
    technical: 'For whoever made the application:',
    failed: {
      title: 'Something went wrong on our side',
      detail: 'It was recorded. Please go back to the application and try again in a moment.',
    },
    expired: {
      title: 'This sign-in is over',
      detail:
        'It took too long, was already finished, or was begun in another browser. Go back to the application and sign in again.',
    },
    refused: {
      title: 'The application asked for something we cannot do',
      detail: 'You have done nothing wrong. Go back to the application; if it happens again, tell whoever made it.',
    },
    leave: {
      title: 'Sign out of Muster?',
      detail:
        'Applications that you let act for you also when you are away stay connected; your account page lists them.',
      yes: 'Sign out',
      no: 'Stay signed in',
    },
    left: { title: 'You are signed out', detail: 'You can close this page.' },
    stayed: { title: 'You are still signed in', detail: 'You can close this page.' },
  },
  fr: {
    expired_codes,
    technical: 'Pour la personne qui a créé l’application :',
    failed: {
      title: 'Une erreur est survenue de notre côté',
      detail: 'L’incident est enregistré. Revenez à l’application et recommencez dans un instant.',
    },
    expired: {
      title: 'Cette connexion est terminée',
      detail:
        'Elle a pris trop de temps, est déjà finie ou a été commencée dans un autre navigateur. Revenez à l’application et connectez-vous de nouveau.',
    },
    refused: {
      title: 'L’application a demandé quelque chose d’impossible',
      detail:
        'Vous n’avez rien fait de mal. Revenez à l’application ; si cela se reproduit, prévenez la personne qui l’a créée.',
    },
    leave: {
      title: 'Se déconnecter de Muster ?',
      detail:
        'Les applications qui peuvent agir en votre absence restent connectées ; la page de votre compte en donne la liste.',
      yes: 'Se déconnecter',
      no: 'Rester connecté·e',
    },
    left: { title: 'Vous êtes déconnecté·e', detail: 'Vous pouvez fermer cette page.' },
    stayed: { title: 'Vous êtes toujours connecté·e', detail: 'Vous pouvez fermer cette page.' },
  },
}
