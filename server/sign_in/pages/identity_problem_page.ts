import { html, type Language } from '../../http/html.ts'
import type { PersonRefusal } from '../identity_provider/people.ts'
import { messagePage, type Page } from './page.ts'
import { tooManyTries } from './too_many_tries.ts'

/** Why a sign-in through an identity provider did not succeed. */
export type IdentityProblem =
  | PersonRefusal
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'other_place'
  | 'unavailable'
  | 'unreachable'
  | 'second_factor'
  | { wait_s: number }

interface ProblemDetails {
  problem: IdentityProblem
  /** The page on which the person can try another way. */
  back: string
  provider?: string | undefined
  /** For administrators. */
  technical?: string | undefined
}

const unreachable_status = 503
const statuses: Partial<Record<string, number>> = {
  cancelled: 200,
  unreachable: unreachable_status,
  second_factor: 200,
}

/** Says what is wrong and what the person can do; every one of them can return to the sign-in page. */
export function identityProblemPage(language: Language, { problem, back, provider, technical }: ProblemDetails): Page {
  const text = texts[language]
  const known = typeof problem === 'string'
  const detail = known ? text.problems[problem](provider ?? text.provider) : tooManyTries(language, problem.wait_s)
  const title = known && problem === 'cancelled' ? text.cancelled : text.title
  const account = problem === 'second_factor' || problem === 'other_place'
  return messagePage(
    language,
    title,
    [
      detail,
      html`<p><a class="button" href="${problem === 'second_factor' ? '/account' : back}">${account ? text.password : text.back}</a></p>`,
      html`${technical && html`<p class="hint">${text.technical} <code>${technical}</code></p>`}`,
    ],
    known ? (statuses[problem] ?? 403) : 429,
  )
}

type Sentence = (provider: string) => string
type Problems = Record<Extract<IdentityProblem, string>, Sentence>

const en: Problems = {
  cancelled: provider => `The sign-in at ${provider} was cancelled. You can try again, or sign in with your password.`,
  expired: () => 'This sign-in took too long, or was started in another browser. Start again.',
  failed: provider =>
    `The answer of ${provider} could not be accepted. Try again, or sign in with your password and tell an administrator of your space.`,
  unreachable: provider => `${provider} does not answer. Try again in a moment, or sign in with your password.`,
  unavailable: () =>
    'Sign-in through this organisation is turned off. Sign in with your password, or ask an administrator of your space.',
  other_place: provider => `${provider} signs you in to its own space only. Sign in with your password here.`,
  no_mail: provider =>
    `${provider} did not send your e-mail address. Ask the person who manages your account there to share it with Muster.`,
  unverified: provider =>
    `${provider} has not verified your e-mail address. Verify it there, or ask the person who manages your account there, then try again.`,
  other_domain: provider =>
    `${provider} signs in addresses of its own domain only, and yours is another one. Sign in with your password.`,
  other_person: provider =>
    `Your e-mail address belonged to another person at ${provider}, and their Muster account stays theirs. Ask an administrator of your space for help.`,
  not_member: () => 'You are not a member of this space. Ask an administrator to invite you, then sign in again.',
  no_account: () => 'There is no Muster account with your e-mail address. Ask an administrator to invite you first.',
  second_factor: provider =>
    `This space requires a second factor, and you have none. Sign in with your Muster password to set it up; ${provider} cannot do this for you.`,
}

const fr: Problems = {
  cancelled: provider =>
    `La connexion chez ${provider} a été annulée. Vous pouvez réessayer, ou vous connecter avec votre mot de passe.`,
  expired: () => 'Cette connexion a duré trop longtemps ou a commencé dans un autre navigateur. Recommencez.',
  failed: provider =>
    `La réponse de ${provider} n’a pas pu être acceptée. Réessayez, ou utilisez votre mot de passe et prévenez une personne qui administre l’espace.`,
  unreachable: provider =>
    `${provider} ne répond pas. Réessayez dans un instant, ou connectez-vous avec votre mot de passe.`,
  unavailable: () =>
    'La connexion par cette organisation est désactivée. Utilisez votre mot de passe, ou demandez à une personne qui administre l’espace.',
  other_place: provider =>
    `${provider} ne donne accès qu’à son propre espace. Ici, connectez-vous avec votre mot de passe.`,
  no_mail: provider =>
    `${provider} n’a pas transmis votre adresse e-mail. Demandez à la personne qui y gère votre compte de la partager avec Muster.`,
  unverified: provider =>
    `${provider} n’a pas vérifié votre adresse e-mail. Vérifiez-la là-bas ou demandez à la personne qui y gère votre compte, puis réessayez.`,
  other_domain: provider =>
    `${provider} ne connecte que les adresses de son domaine, et la vôtre n’en fait pas partie. Utilisez votre mot de passe.`,
  other_person: provider =>
    `Votre adresse était celle d’une autre personne chez ${provider} ; son compte Muster reste le sien. Demandez à une personne qui administre l’espace.`,
  not_member: () =>
    'Vous n’êtes pas membre de cet espace. Demandez une invitation à une personne qui administre l’espace, puis reconnectez-vous.',
  no_account: () =>
    'Aucun compte Muster n’a votre adresse e-mail. Demandez d’abord une invitation à une personne qui administre l’espace.',
  second_factor: provider =>
    `Cet espace exige un second facteur, et vous n’en avez pas. Pour le configurer, utilisez votre mot de passe Muster ; ${provider} ne le peut pas.`,
}

const texts = {
  en: {
    title: 'You could not be signed in',
    cancelled: 'Sign-in cancelled',
    back: 'Back to sign-in',
    password: 'Sign in with your password',
    provider: 'The identity provider',
    technical: 'Details for an administrator of your space:',
    problems: en,
  },
  fr: {
    title: 'La connexion n’a pas abouti',
    cancelled: 'Connexion annulée',
    back: 'Revenir à la connexion',
    password: 'Me connecter avec mon mot de passe',
    provider: 'Le fournisseur d’identité',
    technical: 'Détails pour la personne qui administre l’espace :',
    problems: fr,
  },
}
