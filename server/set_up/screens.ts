import { html, htmlDocument, type Language } from '../http/html.ts'
import type { Screen } from '../http/response_format.ts'
import { newAccountTexts } from '../organisation/core/new_account_texts.ts'

export interface SetUpInput {
  space_name: string
  language: Language
  time_zone: string
  firstname: string
  surname: string
  mail: string
  password: string
}

type Field = Exclude<keyof SetUpInput, 'language'>
type FieldError = 'missing' | 'too_short' | 'too_long' | 'too_common' | 'unreadable' | 'no_mail' | 'unknown_zone'

export type FieldErrors = { [Name in Field]?: FieldError }

/** The form that creates the space and the account. */
export function formScreen(language: Language, input: SetUpInput, errors: FieldErrors = {}): Screen {
  const text = texts[language]
  const [first_error] = Object.keys(errors)
  const has_errors = first_error !== undefined
  const attributesOf = (name: Field, hint?: string) => {
    const description = [hint && `${name}-hint`, errors[name] && `${name}-error`].filter(Boolean).join(' ')
    return [
      description && html` aria-describedby="${description}"`,
      errors[name] && html` aria-invalid="true"`,
      name === (first_error ?? 'space_name') && html` autofocus`,
    ]
  }
  const labelOf = (name: Field, hint?: string) => html`<label for="${name}">${text.fields[name]}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${errors[name] && html`<p class="error" id="${name}-error">${text.errors[errors[name]]}</p>`}`
  const field = (name: Field, type: string, autocomplete: string, hint?: string) => html`${labelOf(name, hint)}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required
 value="${type === 'password' ? '' : input[name]}"${attributesOf(name, hint)}>`
  const content = html`<h1>${text.title}</h1>
<p>${text.lead}</p>
${has_errors && html`<p class="error" role="alert">${text.again}</p>`}
<form method="post">
<h2>${text.yourSpace}</h2>
${field('space_name', 'text', 'organization', text.spaceHint)}
<fieldset><legend>${text.language}</legend>${languages.map(choice => choiceOf(choice, input.language))}</fieldset>
${labelOf('time_zone', text.zoneHint)}
<select id="time_zone" name="time_zone"${attributesOf('time_zone', text.zoneHint)}>${zonesWith(input.time_zone).map(
    zone => html`<option${zone === input.time_zone && html` selected`}>${zone}</option>`,
  )}</select>
<h2>${text.yourAccount}</h2>
${field('firstname', 'text', 'given-name')}
${field('surname', 'text', 'family-name')}
${field('mail', 'email', 'username', text.mailHint)}
${field('password', 'password', 'new-password', text.passwordHint)}
<button>${text.create}</button>
</form>`
  return { status: has_errors ? 422 : 200, html: htmlDocument({ title: text.title, language }, content) }
}

const languages = ['en', 'fr'] as const
const languageNames = { en: 'English', fr: 'Français' }

const choiceOf = (language: Language, chosen: Language) =>
  html`<label class="choice"><input type="radio" name="language" value="${language}"${language === chosen && html` checked`}>
<span lang="${language}">${languageNames[language]}</span></label>`

/** The time zones that Node knows, with UTC, which it does not list. */
const zonesWith = (zone: string) => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort()

export function welcomeScreen(language: Language, { space_name, mail }: SetUpInput): Screen {
  const text = texts[language]
  const title = text.welcome(space_name)
  return {
    html: htmlDocument(
      { title, language },
      html`<h1>${title}</h1><p>${text.ready(mail)}</p><p><a class="button" href="/console/">${text.signIn}</a></p>`,
    ),
  }
}

export function invalidLinkScreen(language: Language): Screen {
  const { title, detail } = texts[language].dead
  return { status: 404, html: htmlDocument({ title, language }, html`<h1>${title}</h1><p>${detail}</p>`) }
}

const texts = {
  en: {
    title: 'Set up Muster',
    lead: 'Create the space of your organisation and your own account. You can invite others afterwards.',
    yourSpace: 'Your organisation',
    yourAccount: 'Your account',
    fields: {
      space_name: 'Name of the organisation',
      time_zone: 'Time zone',
      firstname: 'First name',
      surname: 'Surname',
      mail: 'Email address',
      password: 'Password',
    },
    language: 'Language',
    spaceHint: 'You can change it later.',
    zoneHint: 'Days, months and years of payments begin at midnight there.',
    mailHint: 'You sign in with it.',
    ...newAccountTexts.en,
    errors: {
      ...newAccountTexts.en.errors,
      no_mail: 'Enter an address such as name@example.org.',
      unknown_zone: 'Choose a time zone from the list.',
    },
    create: 'Create the space',
    welcome: (space: string) => `${space} is ready`,
    ready: (mail: string) => `You are its super administrator. Sign in as ${mail} with your password.`,
    signIn: 'Sign in',
    dead: {
      title: 'This link no longer works',
      detail:
        'It has been used, or is older than 24 hours. If this server has no space yet, ./muster set-up prints a new link. ' +
        'Otherwise ask an administrator to invite you.',
    },
  },
  fr: {
    title: 'Installer Muster',
    lead: 'Créez l’espace de votre organisation et votre compte. Vous pourrez ensuite inviter d’autres personnes.',
    yourSpace: 'Votre organisation',
    yourAccount: 'Votre compte',
    fields: {
      space_name: 'Nom de l’organisation',
      time_zone: 'Fuseau horaire',
      firstname: 'Prénom',
      surname: 'Nom',
      mail: 'Adresse e-mail',
      password: 'Mot de passe',
    },
    language: 'Langue',
    spaceHint: 'Vous pourrez le modifier plus tard.',
    zoneHint: 'Les jours, les mois et les années des paiements y commencent à minuit.',
    mailHint: 'Elle vous servira à vous connecter.',
    ...newAccountTexts.fr,
    errors: {
      ...newAccountTexts.fr.errors,
      no_mail: 'Saisissez une adresse comme nom@example.org.',
      unknown_zone: 'Choisissez un fuseau horaire dans la liste.',
    },
    create: 'Créer l’espace',
    welcome: (space: string) => `${space} est prêt`,
    ready: (mail: string) =>
      `Vous en assurez l’administration générale. Connectez-vous avec ${mail} et votre mot de passe.`,
    signIn: 'Se connecter',
    dead: {
      title: 'Ce lien ne fonctionne plus',
      detail:
        'Il a déjà été utilisé, ou date de plus de 24 heures. Si ce serveur n’a pas encore d’espace, la commande ./muster set-up ' +
        'affiche un nouveau lien. Sinon, demandez une invitation à une personne qui administre l’espace.',
    },
  },
}
