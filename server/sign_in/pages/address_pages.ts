import { html, type Language, pageOf } from '../../http/html.ts'
import { alertBox, messagePage, type Page } from './page.ts'
import { tooManyTries } from './too_many_tries.ts'

export type AddressError = 'no_mail' | 'same' | { wait_s: number }

export function addressPage(
  language: Language,
  { now, typed = '', error }: { now: string; typed?: string; error?: AddressError },
): Page {
  const text = texts[language]
  const wrong = error && (typeof error === 'string' ? text[error] : tooManyTries(language, error.wait_s))
  const content = html`<h1>${text.title}</h1>
<p>${text.now} <strong>${now}</strong></p>
${alertBox(wrong)}
<form method="post">
<label for="mail">${text.mail}</label>
<p class="hint" id="mail-hint">${text.hint}</p>
<input id="mail" name="mail" type="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false" required
 maxlength="254" value="${typed}" autofocus aria-describedby="mail-hint${wrong ? ' wrong' : ''}"${
   typeof error === 'string' && html` aria-invalid="true"`
}>
<button>${text.send}</button>
</form>
<p class="aside"><a href="/account">${text.back}</a></p>`
  const status = error === undefined ? 200 : typeof error === 'string' ? 422 : 429
  return { status, html: pageOf({ title: text.title, language }, content) }
}

export function addressSentPage(language: Language, mail: string): Page {
  const text = texts[language]
  return messagePage(language, text.sent, [
    text.sentDetail(mail),
    html`<p><a class="button" href="/account">${text.back}</a></p>`,
  ])
}

export function confirmAddressPage(language: Language, { now, mail }: { now: string; mail: string }): Page {
  const text = texts[language]
  return messagePage(language, text.confirm, [
    text.instead(now, mail),
    html`<form method="post"><button>${text.yes}</button></form>
<p class="aside"><a href="/account">${text.no}</a></p>`,
  ])
}

export function invalidAddressLinkPage(language: Language, taken = false): Page {
  const text = texts[language]
  return messagePage(
    language,
    text.dead,
    [taken ? text.taken : text.deadDetail, html`<p><a class="button" href="/account">${text.back}</a></p>`],
    taken ? 409 : 404,
  )
}

/** For whoever opens the link in a browser where they are not signed in. */
export function signInFirstPage(language: Language): Page {
  const text = texts[language]
  return messagePage(
    language,
    text.first,
    [text.firstDetail, html`<p><a class="button" href="/account">${text.signIn}</a></p>`],
    401,
  )
}

const texts = {
  en: {
    title: 'Change your sign-in address',
    now: 'You sign in with',
    mail: 'New mail address',
    hint: 'We send a link there; nothing changes before you have opened it.',
    no_mail: 'This is not a mail address. Check it and try again.',
    same: 'This is already your address.',
    send: 'Send me a link',
    back: 'Back to your account',
    sent: 'Look into your new mailbox',
    sentDetail: (mail: string) =>
      `We have sent a link to ${mail}. Open it in this browser; it works once, for 24 hours.`,
    confirm: 'Sign in with this address?',
    instead: (now: string, mail: string) => `From now on you will sign in with ${mail} instead of ${now}.`,
    yes: 'Yes, change it',
    no: 'No, leave it',
    first: 'Sign in first',
    firstDetail: 'Only you can change your address. Sign in, then open the link in the mail again.',
    signIn: 'Sign in',
    dead: 'This link does not work',
    deadDetail: 'It was used, has expired, or was meant for another account than the one you are signed in with.',
    taken: 'This address cannot be used for your account. Choose another one.',
  },
  fr: {
    title: 'Changer votre adresse de connexion',
    now: 'Vous vous connectez avec',
    mail: 'Nouvelle adresse e-mail',
    hint: 'Nous y envoyons un lien ; rien ne change avant que vous l’ayez ouvert.',
    no_mail: 'Ce n’est pas une adresse e-mail. Vérifiez-la et recommencez.',
    same: 'C’est déjà votre adresse.',
    send: 'M’envoyer un lien',
    back: 'Retour à votre compte',
    sent: 'Consultez votre nouvelle boîte de réception',
    sentDetail: (mail: string) =>
      `Nous avons envoyé un lien à ${mail}. Ouvrez-le dans ce navigateur ; il sert une fois, pendant 24 heures.`,
    confirm: 'Vous connecter avec cette adresse ?',
    instead: (now: string, mail: string) => `Vous vous connecterez désormais avec ${mail} au lieu de ${now}.`,
    yes: 'Oui, la changer',
    no: 'Non, la garder',
    first: 'Connectez-vous d’abord',
    firstDetail: 'Vous seul·e pouvez changer votre adresse. Connectez-vous, puis ouvrez de nouveau le lien reçu.',
    signIn: 'Se connecter',
    dead: 'Ce lien ne fonctionne pas',
    deadDetail:
      'Il a déjà servi, a expiré, ou était destiné à un autre compte que celui avec lequel vous êtes connecté·e.',
    taken: 'Cette adresse ne peut pas servir pour votre compte. Choisissez-en une autre.',
  },
}
