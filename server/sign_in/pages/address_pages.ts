import { html, htmlDocument, type Language } from '../../http/html.ts'
import { alertBox, messagePage, type Page } from './page.ts'
import { tooManyTries } from './too_many_tries.ts'

export type AddressError = 'no_mail' | 'same' | 'provider_required' | { wait_s: number }

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
  return { status, html: htmlDocument({ title: text.title, language }, content) }
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

/** Shown when the link is opened in a browser that is not signed in. */
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
    mail: 'New email address',
    hint: 'We will send a link to this address. Your address changes when you open it.',
    no_mail: 'Enter an email address, such as name@example.org.',
    same: 'This is already your address.',
    provider_required:
      'A space requires your organisation’s sign-in, so your address must stay in its domain. Leave that space first, or ask its administrator.',
    send: 'Send link',
    back: 'Back to your account',
    sent: 'Check your new inbox',
    sentDetail: (mail: string) => `We have sent a link to ${mail}. Open it in this browser within 24 hours.`,
    confirm: 'Confirm your new address',
    instead: (now: string, mail: string) => `You will sign in with ${mail} instead of ${now}.`,
    yes: 'Change address',
    no: 'Cancel',
    first: 'Sign in first',
    firstDetail: 'To change your address, sign in, then open the link in the email again.',
    signIn: 'Sign in',
    dead: 'This link does not work',
    deadDetail: 'It was already used, has expired, or belongs to another account than the one you are signed in with.',
    taken: 'This address cannot be used for your account. Choose another address.',
  },
  fr: {
    title: 'Changer votre adresse de connexion',
    now: 'Vous vous connectez avec',
    mail: 'Nouvelle adresse e-mail',
    hint: 'Nous enverrons un lien à cette adresse. Le changement prendra effet quand vous l’ouvrirez.',
    no_mail: 'Saisissez une adresse e-mail, par exemple nom@exemple.org.',
    same: 'C’est déjà votre adresse.',
    provider_required:
      'Un espace exige de passer par votre organisation : votre adresse doit rester dans son domaine. Quittez-le d’abord, ou demandez à ses responsables.',
    send: 'Envoyer le lien',
    back: 'Retour à votre compte',
    sent: 'Consultez votre nouvelle boîte de réception',
    sentDetail: (mail: string) =>
      `Nous avons envoyé un lien à ${mail}. Ouvrez-le dans ce navigateur dans les 24 heures.`,
    confirm: 'Confirmer votre nouvelle adresse',
    instead: (now: string, mail: string) => `Vous vous connecterez avec ${mail} au lieu de ${now}.`,
    yes: 'Changer l’adresse',
    no: 'Annuler',
    first: 'Connectez-vous d’abord',
    firstDetail: 'Pour changer d’adresse, connectez-vous, puis ouvrez de nouveau le lien reçu par e-mail.',
    signIn: 'Se connecter',
    dead: 'Ce lien ne fonctionne pas',
    deadDetail: 'Il a déjà servi, a expiré ou correspond à un autre compte que le vôtre.',
    taken: 'Cette adresse ne peut pas être utilisée pour votre compte. Choisissez-en une autre.',
  },
}
