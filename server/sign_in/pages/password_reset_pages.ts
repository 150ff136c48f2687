import { html, htmlDocument, type Language } from '../../http/html.ts'
import { alertBox, messagePage, type Page } from './page.ts'
import { newPasswordField, tokensChoice, type Weakness } from './password_field.ts'
import { tooManyTries } from './too_many_tries.ts'

type ResetError = 'no_mail' | { wait_s: number }

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
  return { status, html: htmlDocument({ title: text.forgotten, language }, content) }
}

/** The same page whether or not there is an account with this address. */
export function resetSentPage(language: Language, mail: string): Page {
  const text = texts[language]
  return messagePage(language, text.sent, [
    text.sentDetail(mail),
    text.nothing,
    html`<p class="aside"><a href="/account">${text.back}</a></p>`,
  ])
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
  return { status: weakness ? 422 : 200, html: htmlDocument({ title: text.choose, language }, content) }
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
    forgotten: 'Forgot your password?',
    ask: 'Enter the address you sign in with. We will send you a link to choose a new password.',
    mail: 'Email address',
    noMail: 'Enter an email address, such as name@example.org.',
    send: 'Send link',
    back: 'Back to sign-in',
    sent: 'Check your inbox',
    sentDetail: (mail: string) =>
      `If there is an account with the address ${mail}, we have sent it a link. The link works once, for 30 minutes.`,
    nothing: 'No email after a few minutes? Check your spam folder, or try another address.',
    choose: 'Choose a new password',
    for: 'For',
    ends: 'You will be signed out everywhere, and applications will need your consent again.',
    save: 'Save password',
    chosen: 'Password changed',
    chosenDetail: 'You were signed out everywhere. You can now sign in with your new password.',
    signIn: 'Sign in',
    dead: 'This link no longer works',
    deadDetail: 'It was already used, or is older than 30 minutes. You can request a new link.',
    another: 'Request a new link',
  },
  fr: {
    forgotten: 'Mot de passe oublié ?',
    ask: 'Saisissez l’adresse avec laquelle vous vous connectez. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    mail: 'Adresse e-mail',
    noMail: 'Saisissez une adresse e-mail, par exemple nom@exemple.org.',
    send: 'Envoyer le lien',
    back: 'Retour à la connexion',
    sent: 'Consultez votre boîte de réception',
    sentDetail: (mail: string) =>
      `Si un compte existe avec l’adresse ${mail}, nous y avons envoyé un lien. Il est valable une seule fois, pendant 30 minutes.`,
    nothing: 'Aucun e-mail après quelques minutes ? Vérifiez vos courriers indésirables, ou essayez une autre adresse.',
    choose: 'Choisir un nouveau mot de passe',
    for: 'Pour',
    ends: 'Vous serez déconnecté·e partout, et les applications devront redemander votre accord.',
    save: 'Enregistrer le mot de passe',
    chosen: 'Mot de passe modifié',
    chosenDetail:
      'Vous avez été déconnecté·e partout. Vous pouvez maintenant vous connecter avec votre nouveau mot de passe.',
    signIn: 'Se connecter',
    dead: 'Ce lien ne fonctionne plus',
    deadDetail: 'Il a déjà servi, ou il date de plus de 30 minutes. Vous pouvez en demander un nouveau.',
    another: 'Demander un nouveau lien',
  },
}
