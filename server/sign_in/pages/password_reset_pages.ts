import { html, type Language, pageOf } from '../../http/html.ts'
import { alertBox, messagePage, type Page } from './page.ts'
import { newPasswordField, tokensChoice, type Weakness } from './password_field.ts'
import { tooManyTries } from './too_many_tries.ts'

type ResetError = 'no_mail' | { wait_s: number }

/** Where a person who has forgotten their password says who they are. */
export function requestResetPage(
  language: Language,
  { mail = '', error }: { mail?: string; error?: ResetError } = {},
): Page {
  const text = texts[language]
  const wrong = error && (error === 'no_mail' ? text.noMail : tooManyTries(language, error.wait_s))
  const marks = error === 'no_mail' && html` aria-invalid="true" aria-describedby="wrong"`
  const content = html`<h1>${text.forgotten}</h1>
<p>${text.ask}</p>
${alertBox(wrong)}
<form method="post">
<label for="mail">${text.mail}</label>
<input id="mail" name="mail" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required
 maxlength="254" value="${mail}" autofocus${marks}>
<button>${text.send}</button>
</form>
<p class="aside"><a href="/account">${text.back}</a></p>`
  const status = error === undefined ? 200 : error === 'no_mail' ? 422 : 429
  return { status, html: pageOf({ title: text.forgotten, language }, content) }
}

/** The same for everybody, whether we know the address or not. */
export function resetSentPage(language: Language, mail: string): Page {
  const text = texts[language]
  return messagePage(language, text.sent, [text.sentDetail(mail), text.nothing])
}

interface PasswordForm {
  owner: { login_mail: string }
  tokens: number
  weakness?: Weakness
}

export function choosePasswordPage(language: Language, { owner, tokens, weakness }: PasswordForm): Page {
  const text = texts[language]
  const content = html`<h1>${text.choose}</h1>
<p>${text.for} <strong>${owner.login_mail}</strong></p>
<form method="post">
${newPasswordField(language, owner.login_mail, weakness)}
${tokensChoice(language, tokens)}
<p class="hint">${text.ends}</p>
<button>${text.save}</button>
</form>`
  return { status: weakness ? 422 : 200, html: pageOf({ title: text.choose, language }, content) }
}

export function passwordChangedPage(language: Language): Page {
  const text = texts[language]
  return messagePage(language, text.chosen, [
    text.chosenDetail,
    html`<p><a class="button" href="/account">${text.signIn}</a></p>`,
  ])
}

export function expiredLinkPage(language: Language): Page {
  const text = texts[language]
  return messagePage(
    language,
    text.dead,
    [text.deadDetail, html`<p><a class="button" href="/password">${text.another}</a></p>`],
    404,
  )
}

const texts = {
  en: {
    forgotten: 'Forgotten your password?',
    ask: 'Type the address you sign in with. We send you a link to choose a new password.',
    mail: 'Mail address',
    noMail: 'This is not a mail address. Check it and try again.',
    send: 'Send me a link',
    back: 'Back to sign-in',
    sent: 'Look into your mailbox',
    sentDetail: (mail: string) =>
      `If somebody signs in to Muster with ${mail}, a link is on its way there. It works once, for 30 minutes.`,
    nothing: 'Nothing there after a few minutes? Look into the spam folder, or try another of your addresses.',
    choose: 'Choose a new password',
    for: 'For',
    ends: 'You will be signed out everywhere, and applications must ask you again.',
    save: 'Save the password',
    chosen: 'Your password was changed',
    chosenDetail: 'You were signed out everywhere. Sign in with the new password from now on.',
    signIn: 'Sign in',
    dead: 'This link no longer works',
    deadDetail: 'It was used, or is older than 30 minutes. You can ask for another one.',
    another: 'Ask for another link',
  },
  fr: {
    forgotten: 'Mot de passe oublié ?',
    ask: 'Indiquez l’adresse avec laquelle vous vous connectez. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    mail: 'Adresse e-mail',
    noMail: 'Ce n’est pas une adresse e-mail. Vérifiez-la et recommencez.',
    send: 'M’envoyer un lien',
    back: 'Retour à la connexion',
    sent: 'Consultez votre boîte de réception',
    sentDetail: (mail: string) =>
      `Si quelqu’un se connecte à Muster avec ${mail}, un lien vient d’y être envoyé. Il sert une fois, pendant 30 minutes.`,
    nothing: 'Rien après quelques minutes ? Regardez dans les indésirables, ou essayez une autre de vos adresses.',
    choose: 'Choisir un nouveau mot de passe',
    for: 'Pour',
    ends: 'Vous serez déconnecté·e partout, et les applications devront redemander votre accord.',
    save: 'Enregistrer le mot de passe',
    chosen: 'Votre mot de passe a changé',
    chosenDetail: 'Vous avez été déconnecté·e partout. Connectez-vous désormais avec le nouveau mot de passe.',
    signIn: 'Se connecter',
    dead: 'Ce lien ne fonctionne plus',
    deadDetail: 'Il a déjà servi, ou il a plus de 30 minutes. Vous pouvez en demander un autre.',
    another: 'Demander un autre lien',
  },
}
