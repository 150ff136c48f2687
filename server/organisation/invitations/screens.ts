import { html, htmlDocument, type Language } from '../../http/html.ts'
import type { Screen } from '../../http/response_format.ts'
import { newAccountTexts } from '../core/new_account_texts.ts'

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
  registered: boolean
  input?: SignUpInput | undefined
  errors?: FieldErrors
}

/** The form that accepts an invitation. A person with an account only confirms; any other registers. */
export function formScreen(
  language: Language,
  { space, inviter, role, email }: InvitationText,
  { registered, input, errors = {} }: FormState,
): Screen {
  const text = texts[language]
  const title = text.join(space)
  const has_errors = Object.keys(errors).length > 0
  const content = html`<h1>${title}</h1>
<p>${text.invited(inviter, space, role)}</p>
${has_errors && html`<p class="error" role="alert">${text.again}</p>`}
<form method="post">
${registered ? html`<p>${text.registered(email)}</p>` : signUpFields(language, email, { input, errors })}
<button>${text.accept}</button>
</form>`
  return { status: has_errors ? 422 : 200, html: htmlDocument({ title, language }, content) }
}

function signUpFields(language: Language, email: string, { input, errors = {} }: Omit<FormState, 'registered'>) {
  const text = texts[language]
  const [first_error] = Object.keys(errors)
  const field = (name: keyof SignUpInput, type: string, autocomplete: string, hint?: string) => {
    const error = errors[name]
    const description = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
    const attributes = [
      description && html` aria-describedby="${description}"`,
      error && html` aria-invalid="true"`,
      name === first_error && html` autofocus`,
    ]
    return html`<label for="${name}">${text.fields[name]}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error && html`<p class="error" id="${name}-error">${text.errors[error]}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required
 value="${type === 'password' ? '' : (input?.[name] ?? '')}"${attributes}>`
  }
  return html`<p>${text.mail} <strong>${email}</strong></p>
<input type="email" value="${email}" autocomplete="username" readonly hidden>
${field('firstname', 'text', 'given-name')}
${field('surname', 'text', 'family-name')}
${field('password', 'password', 'new-password', text.passwordHint)}`
}

/** The page on which a pending member accepts or declines. The button for the link they followed comes first. */
export function answerScreen(
  language: Language,
  { space, inviter, role, email }: InvitationText,
  first: Answer,
): Screen {
  const text = texts[language]
  const title = first === 'accept' ? text.join(space) : text.declineTitle(space)
  const button = (answer: Answer) =>
    html`<button name="answer" value="${answer}"${answer !== first && html` class="quiet"`}>${text.answers[answer]}</button>`
  const second = first === 'accept' ? 'decline' : 'accept'
  const content = html`<h1>${title}</h1>
<p>${text.added(inviter, space, role)}</p>
<p>${text.unseen(email)}</p>
<form method="post">${button(first)}
${button(second)}</form>`
  return { html: htmlDocument({ title, language }, content) }
}

export function declinedScreen(language: Language, { space }: InvitationText): Screen {
  const text = texts[language]
  const title = text.declined(space)
  return { html: htmlDocument({ title, language }, html`<h1>${title}</h1><p>${text.gone}</p>`) }
}

export function welcomeScreen(language: Language, { space, role }: InvitationText): Screen {
  const text = texts[language]
  return {
    html: htmlDocument(
      { title: text.welcome(space), language },
      html`<h1>${text.welcome(space)}</h1><p>${text.member(role)}</p>
<p><a class="button" href="/console/">${text.signIn}</a></p>`,
    ),
  }
}

export function invalidLinkScreen(language: Language): Screen {
  const { title, detail } = texts[language].dead
  return { status: 404, html: htmlDocument({ title, language }, html`<h1>${title}</h1><p>${detail}</p>`) }
}

const texts = {
  en: {
    join: (space: string) => `Join ${space}`,
    invited: (inviter: string, space: string, role: string) =>
      `${inviter} invites you to join ${space} with the role “${role}”.`,
    registered: (mail: string) => `You already have a Muster account with the address ${mail}. Accept to join.`,
    mail: 'You will sign in with',
    fields: { firstname: 'First name', surname: 'Surname', password: 'Password' },
    ...newAccountTexts.en,
    accept: 'Accept the invitation',
    added: (inviter: string, space: string, role: string) =>
      `${inviter} added you to ${space} with the role “${role}”.`,
    unseen: (mail: string) =>
      `Until you accept, the space only sees the address ${mail}. Once you accept, it also sees your name.`,
    answers: { accept: 'Accept the invitation', decline: 'Decline and leave the space' },
    declineTitle: (space: string) => `Leave ${space}`,
    declined: (space: string) => `You left ${space}`,
    gone: 'You are no longer a member of this space.',
    welcome: (space: string) => `Welcome to ${space}`,
    member: (role: string) => `You are now a member, with the role “${role}”.`,
    signIn: 'Sign in',
    dead: {
      title: 'This link no longer works',
      detail: 'It has been used, withdrawn or has expired. Ask the person who invited you for a new one.',
    },
  },
  fr: {
    join: (space: string) => `Rejoindre ${space}`,
    invited: (inviter: string, space: string, role: string) =>
      `${inviter} vous invite à rejoindre ${space} avec le rôle « ${role} ».`,
    registered: (mail: string) =>
      `Vous avez déjà un compte Muster avec l’adresse ${mail}. Acceptez pour rejoindre l’espace.`,
    mail: 'Vous vous connecterez avec l’adresse',
    fields: { firstname: 'Prénom', surname: 'Nom', password: 'Mot de passe' },
    ...newAccountTexts.fr,
    accept: 'Accepter l’invitation',
    added: (inviter: string, space: string, role: string) =>
      `${inviter} vous a ajouté·e à ${space} avec le rôle « ${role} ».`,
    unseen: (mail: string) =>
      `Tant que vous n’avez pas accepté, l’espace ne voit que l’adresse ${mail}. Ensuite, il verra aussi votre nom.`,
    answers: { accept: 'Accepter l’invitation', decline: 'Refuser et quitter l’espace' },
    declineTitle: (space: string) => `Quitter ${space}`,
    declined: (space: string) => `Vous avez quitté ${space}`,
    gone: 'Vous n’êtes plus membre de cet espace.',
    welcome: (space: string) => `Bienvenue dans ${space}`,
    member: (role: string) => `Vous êtes maintenant membre, avec le rôle « ${role} ».`,
    signIn: 'Se connecter',
    dead: {
      title: 'Ce lien ne fonctionne plus',
      detail:
        'Il a déjà été utilisé, a été annulé ou a expiré. Demandez-en un nouveau à la personne qui vous a invité·e.',
    },
  },
}
