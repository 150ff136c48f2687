import { html, type Language, pageOf } from '../../http/html.ts'
import type { Screen } from '../../http/reply.ts'

export interface SignUpInput {
  firstname: string
  surname: string
  password: string
}

type FieldError = 'missing' | 'too_short' | 'too_long' | 'too_common' | 'unreadable'

export type Answer = 'accept' | 'decline'

export type FieldErrors = { [Field in keyof SignUpInput]?: FieldError }

interface InvitationText {
  space: string
  inviter: string
  role: string
  email: string
}

interface FormState {
  known: boolean
  filled?: SignUpInput
  complaints?: FieldErrors
}

/** The form that accepts an invitation; a person we know only needs to say yes. */
export function formScreen(
  language: Language,
  { space, inviter, role, email }: InvitationText,
  { known, filled, complaints = {} }: FormState,
): Screen {
  const said = texts[language]
  const title = said.join(space)
  const [first] = Object.keys(complaints)
  const field = (name: keyof SignUpInput, type: string, complete: string, hint?: string) => {
    const complaint = complaints[name]
    const described = [hint && `${name}-hint`, complaint && `${name}-error`].filter(Boolean).join(' ')
    const marks = [
      described && html` aria-describedby="${described}"`,
      complaint && html` aria-invalid="true"`,
      name === first && html` autofocus`,
    ]
    return html`<label for="${name}">${said.fields[name]}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${complaint && html`<p class="error" id="${name}-error">${said.complaints[complaint]}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${complete}" required
 value="${type === 'password' ? '' : (filled?.[name] ?? '')}"${marks}>`
  }
  const content = html`<h1>${title}</h1>
<p>${said.invited(inviter, space, role)}</p>
${Object.keys(complaints).length > 0 && html`<p class="error" role="alert">${said.again}</p>`}
<form method="post">
${
  known
    ? html`<p>${said.known(email)}</p>`
    : html`<p>${said.mail} <strong>${email}</strong></p>
<input type="email" value="${email}" autocomplete="username" readonly hidden>
${field('firstname', 'text', 'given-name')}
${field('surname', 'text', 'family-name')}
${field('password', 'password', 'new-password', said.passwordHint)}`
}
<button>${said.accept}</button>
</form>`
  return { status: Object.keys(complaints).length > 0 ? 422 : 200, html: pageOf({ title, language }, content) }
}

/** For a pending member: accept or decline. The button that the link of the mail spoke of comes first. */
export function answerScreen(
  language: Language,
  { space, inviter, role, email }: InvitationText,
  first: Answer,
): Screen {
  const said = texts[language]
  const title = first === 'accept' ? said.join(space) : said.declineTitle(space)
  const button = (answer: Answer) =>
    html`<button name="answer" value="${answer}"${answer !== first && html` class="quiet"`}>${said.answers[answer]}</button>`
  const others = first === 'accept' ? 'decline' : 'accept'
  const content = html`<h1>${title}</h1>
<p>${said.added(inviter, space, role)}</p>
<p>${said.unseen(email)}</p>
<form method="post">${button(first)}
${button(others)}</form>`
  return { html: pageOf({ title, language }, content) }
}

export function declinedScreen(language: Language, { space }: InvitationText): Screen {
  const said = texts[language]
  const title = said.declined(space)
  return { html: pageOf({ title, language }, html`<h1>${title}</h1><p>${said.gone}</p>`) }
}

export function welcomeScreen(language: Language, { space, role }: InvitationText): Screen {
  const said = texts[language]
  return {
    html: pageOf(
      { title: said.welcome(space), language },
      html`<h1>${said.welcome(space)}</h1><p>${said.member(role)}</p>
<p><a class="button" href="/console/">${said.signIn}</a></p>`,
    ),
  }
}

export function invalidLinkScreen(language: Language): Screen {
  const { title, detail } = texts[language].dead
  return { status: 404, html: pageOf({ title, language }, html`<h1>${title}</h1><p>${detail}</p>`) }
}

const texts = {
  en: {
    join: (space: string) => `Join ${space}`,
    invited: (inviter: string, space: string, role: string) =>
      `${inviter} invites you to join ${space} with the role “${role}”.`,
    known: (mail: string) => `You already have a Muster account with ${mail}: one click and you are in.`,
    mail: 'Your account will be for',
    fields: { firstname: 'First name', surname: 'Surname', password: 'Password' },
    passwordHint: 'At least 12 characters. A few words in a row are easy to remember and hard to guess.',
    complaints: {
      missing: 'Please fill this in.',
      too_short: 'This password is too short: it needs at least 12 characters.',
      too_long: 'This is too long.',
      too_common: 'This password is easy to guess. Please choose another one.',
      unreadable: 'This contains characters that cannot be shown. Please type it again.',
    },
    again: 'Please correct the fields below.',
    accept: 'Accept the invitation',
    added: (inviter: string, space: string, role: string) =>
      `${inviter} added you to ${space} with the role “${role}”.`,
    unseen: (mail: string) =>
      `Until you accept, the space sees nothing of you but the address ${mail}. If you accept, it sees your name too.`,
    answers: { accept: 'Accept the invitation', decline: 'Decline and leave the space' },
    declineTitle: (space: string) => `Leave ${space}`,
    declined: (space: string) => `You left ${space}`,
    gone: 'You are no longer a member of this space.',
    welcome: (space: string) => `Welcome to ${space}`,
    member: (role: string) => `You are in, with the role “${role}”.`,
    signIn: 'Sign in',
    dead: {
      title: 'This link no longer works',
      detail: 'It was used, withdrawn or has expired. Ask whoever invited you for a new one.',
    },
  },
  fr: {
    join: (space: string) => `Rejoindre ${space}`,
    invited: (inviter: string, space: string, role: string) =>
      `${inviter} vous invite à rejoindre ${space} avec le rôle « ${role} ».`,
    known: (mail: string) => `Vous avez déjà un compte Muster avec ${mail} : un clic et vous y êtes.`,
    mail: 'Votre compte sera au nom de',
    fields: { firstname: 'Prénom', surname: 'Nom', password: 'Mot de passe' },
    passwordHint: 'Au moins 12 caractères. Quelques mots à la suite se retiennent bien et se devinent mal.',
    complaints: {
      missing: 'Merci de remplir ce champ.',
      too_short: 'Ce mot de passe est trop court : il faut au moins 12 caractères.',
      too_long: 'C’est trop long.',
      too_common: 'Ce mot de passe se devine facilement. Merci d’en choisir un autre.',
      unreadable: 'Ce texte contient des caractères qui ne s’affichent pas. Merci de le saisir à nouveau.',
    },
    again: 'Merci de corriger les champs ci-dessous.',
    accept: 'Accepter l’invitation',
    added: (inviter: string, space: string, role: string) =>
      `${inviter} vous a ajouté·e à ${space} avec le rôle « ${role} ».`,
    unseen: (mail: string) =>
      `Tant que vous n’avez pas accepté, l’espace ne voit de vous que l’adresse ${mail}. Si vous acceptez, il verra aussi votre nom.`,
    answers: { accept: 'Accepter l’invitation', decline: 'Refuser et quitter l’espace' },
    declineTitle: (space: string) => `Quitter ${space}`,
    declined: (space: string) => `Vous avez quitté ${space}`,
    gone: 'Vous n’êtes plus membre de cet espace.',
    welcome: (space: string) => `Bienvenue dans ${space}`,
    member: (role: string) => `C’est fait, avec le rôle « ${role} ».`,
    signIn: 'Se connecter',
    dead: {
      title: 'Ce lien ne fonctionne plus',
      detail: 'Il a déjà servi, a été retiré ou a expiré. Demandez-en un nouveau à la personne qui vous a invité·e.',
    },
  },
}
