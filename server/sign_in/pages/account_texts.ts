import type { Language } from '../../http/html.ts'

const locales = { en: 'en-GB', fr: 'fr-FR' }

export const formatDate = (language: Language, instant: string) =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant))

/** The server does not know where somebody is, so it says which clock it means. */
export const formatTime = (language: Language, instant: string) => {
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(instant))} UTC`
}

export const accountTexts = {
  en: {
    title: 'Your account',
    password: 'Change the password',
    changed: (day: string) => `changed on ${day}`,
    factor: 'Second factor',
    factorOff: 'off: the password alone lets you in',
    factorOn: (left: number) => `on, ${left === 1 ? 'one recovery code' : `${left} recovery codes`} left`,
    address: 'Change the sign-in address',
    spaces: 'Your spaces',
    noSpaces: 'None.',
    pending: 'You were added to this space. Until you accept or open it, it sees only your address.',
    accept: 'Accept',
    decline: 'Decline',
    leave: 'Leave…',
    leaving: 'You leave its teams and actions, and your tokens for it end. To come back you need a new invitation.',
    leaveIndeed: 'Leave this space',
    sessions: 'Where you are signed in',
    here: 'this browser',
    lastUsed: (moment: string) => `last used ${moment}`,
    end: 'End',
    withdraw: 'End',
    revoke: 'End',
    commandLine: 'Muster on the command line',
    endOthers: 'Sign out everywhere else',
    applications: 'Applications that act for you',
    noApplications: 'None.',
    since: (day: string) => `since ${day}`,
    tokens: 'Your personal access tokens',
    until: (day: string) => `until ${day}`,
    language: 'Language',
    signOut: 'Sign out of this browser',
    back: 'Back to Muster',
    done: {
      password: 'Your password was changed, and you were signed out everywhere else.',
      factor_on: 'Your second factor is on.',
      factor_off: 'Your second factor is off.',
      address: 'Your sign-in address was changed.',
      session: 'The session was ended.',
      application: 'The application may no longer act for you.',
      token: 'The token was ended.',
      space_accepted: 'You accepted. The space now sees your name.',
      space_left: 'You left the space.',
      last_superadmin: 'You are the last superadmin of that space. Give someone else that role, then leave.',
      gone: 'That had already ended.',
    },
  },
  fr: {
    title: 'Votre compte',
    password: 'Changer le mot de passe',
    changed: (day: string) => `changé le ${day}`,
    factor: 'Second facteur',
    factorOff: 'désactivé : le mot de passe suffit pour entrer',
    factorOn: (left: number) =>
      `activé, ${left <= 1 ? `${left} code de secours restant` : `${left} codes de secours restants`}`,
    address: 'Changer l’adresse de connexion',
    spaces: 'Vos espaces',
    noSpaces: 'Aucun.',
    pending:
      'On vous a ajouté·e à cet espace. Tant que vous ne l’acceptez pas ou ne l’ouvrez pas, il ne voit que votre adresse.',
    accept: 'Accepter',
    decline: 'Refuser',
    leave: 'Quitter…',
    leaving:
      'Vous quittez ses équipes et ses actions, et vos jetons pour cet espace prennent fin. Pour revenir, il vous faudra une nouvelle invitation.',
    leaveIndeed: 'Quitter cet espace',
    sessions: 'Où vous êtes connecté·e',
    here: 'ce navigateur',
    lastUsed: (moment: string) => `dernière utilisation : ${moment}`,
    end: 'Fermer',
    withdraw: 'Retirer',
    revoke: 'Révoquer',
    commandLine: 'Muster en ligne de commande',
    endOthers: 'Se déconnecter partout ailleurs',
    applications: 'Applications qui agissent pour vous',
    noApplications: 'Aucune.',
    since: (day: string) => `depuis le ${day}`,
    tokens: 'Vos jetons d’accès personnels',
    until: (day: string) => `jusqu’au ${day}`,
    language: 'Langue',
    signOut: 'Se déconnecter de ce navigateur',
    back: 'Retour à Muster',
    done: {
      password: 'Votre mot de passe a changé, et vous avez été déconnecté·e partout ailleurs.',
      factor_on: 'Votre second facteur est activé.',
      factor_off: 'Votre second facteur est désactivé.',
      address: 'Votre adresse de connexion a changé.',
      session: 'La session est fermée.',
      application: 'L’application ne peut plus agir pour vous.',
      token: 'Le jeton est révoqué.',
      space_accepted: 'C’est accepté. L’espace voit maintenant votre nom.',
      space_left: 'Vous avez quitté l’espace.',
      last_superadmin:
        'Vous êtes la dernière personne superadmin de cet espace. Donnez ce rôle à quelqu’un d’autre, puis quittez-le.',
      gone: 'C’était déjà terminé.',
    },
  },
}
