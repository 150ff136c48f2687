import type { Language } from '../../http/html.ts'

const locales = { en: 'en-GB', fr: 'fr-FR' }

/** Writes days and times of one time zone. Where the spaces of an account have several, times name it. */
export function timesIn(language: Language, spaces: { time_zone: string; pending: boolean }[]) {
  const zones = new Set(spaces.filter(({ pending }) => !pending).map(({ time_zone }) => time_zone))
  const [timeZone = 'UTC'] = zones
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locales[language], { ...day, ...options, timeZone })
    return (instant: string) => format.format(new Date(instant))
  }
  return {
    day: write({}),
    time: write({ hour: '2-digit', minute: '2-digit', ...(zones.size !== 1 && { timeZoneName: 'short' }) }),
  }
}

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const

export type Times = ReturnType<typeof timesIn>

export const accountTexts = {
  en: {
    title: 'Your account',
    password: 'Change password',
    changed: (day: string) => `changed on ${day}`,
    factor: 'Second factor',
    factorOff: 'off: you sign in with your password alone',
    factorOn: (left: number) => `on, ${left === 1 ? '1 recovery code' : `${left} recovery codes`} left`,
    address: 'Change sign-in address',
    spaces: 'Your spaces',
    noSpaces: 'None.',
    pending: 'You were added to this space. Its members see only your email address until you accept or open it.',
    accept: 'Accept',
    decline: 'Decline',
    leave: 'Leave…',
    leaving:
      'You will be removed from its teams and actions, and your tokens for it will be revoked. To return you need a new invitation.',
    leaveConfirm: 'Leave this space',
    connections: 'Organisations that sign you in',
    connectionRequired: 'The space requires this sign-in.',
    disconnect: 'Disconnect',
    sessions: 'Where you are signed in',
    here: 'this browser',
    signedIn: (moment: string) => `signed in ${moment}`,
    lastUsed: (moment: string) => `last used ${moment}`,
    end: 'Sign out',
    withdraw: 'Remove',
    revoke: 'Revoke',
    commandLine: 'Muster on the command line',
    endOthers: 'Sign out everywhere else',
    applications: 'Applications with access to your account',
    noApplications: 'None.',
    since: (day: string) => `since ${day}`,
    tokens: 'Your personal access tokens',
    until: (day: string) => `until ${day}`,
    language: 'Language',
    signOut: 'Sign out of this browser',
    back: 'Back to Muster',
    done: {
      password: 'Password changed. You were signed out everywhere else.',
      factor_on: 'Second factor turned on.',
      factor_off: 'Second factor turned off.',
      address: 'Sign-in address changed.',
      session: 'Session ended.',
      application: 'The application can no longer act for you.',
      token: 'Token revoked.',
      space_accepted: 'Accepted. Members of the space now see your name.',
      space_left: 'You left the space.',
      last_superadmin:
        'You are the only super administrator of this space. Give this role to someone else before you leave.',
      disconnected: 'Disconnected. Sessions through this organisation have ended.',
      provider_required: 'The space requires this sign-in. Ask one of its administrators.',
      gone: 'This had already ended.',
    },
  },
  fr: {
    title: 'Votre compte',
    password: 'Changer le mot de passe',
    changed: (day: string) => `changé le ${day}`,
    factor: 'Second facteur',
    factorOff: 'désactivé : vous vous connectez avec votre seul mot de passe',
    factorOn: (left: number) =>
      `activé, ${left <= 1 ? `${left} code de secours restant` : `${left} codes de secours restants`}`,
    address: 'Changer l’adresse de connexion',
    spaces: 'Vos espaces',
    noSpaces: 'Aucun.',
    pending:
      'Vous avez été ajouté·e à cet espace. Ses membres ne voient que votre adresse e-mail tant que vous ne l’avez pas accepté ou ouvert.',
    accept: 'Accepter',
    decline: 'Refuser',
    leave: 'Quitter…',
    leaving:
      'Vous quitterez ses équipes et ses actions, et vos jetons pour cet espace seront révoqués. Pour revenir, il vous faudra une nouvelle invitation.',
    leaveConfirm: 'Quitter cet espace',
    connections: 'Connexion par une organisation',
    connectionRequired: 'L’espace exige cette connexion.',
    disconnect: 'Délier',
    sessions: 'Appareils connectés',
    here: 'ce navigateur',
    signedIn: (moment: string) => `connexion : ${moment}`,
    lastUsed: (moment: string) => `dernière utilisation : ${moment}`,
    end: 'Déconnecter',
    withdraw: 'Retirer',
    revoke: 'Révoquer',
    commandLine: 'Muster en ligne de commande',
    endOthers: 'Se déconnecter partout ailleurs',
    applications: 'Applications autorisées',
    noApplications: 'Aucune.',
    since: (day: string) => `depuis le ${day}`,
    tokens: 'Vos jetons d’accès personnels',
    until: (day: string) => `jusqu’au ${day}`,
    language: 'Langue',
    signOut: 'Se déconnecter de ce navigateur',
    back: 'Retour à Muster',
    done: {
      password: 'Mot de passe modifié. Vous avez été déconnecté·e partout ailleurs.',
      factor_on: 'Second facteur activé.',
      factor_off: 'Second facteur désactivé.',
      address: 'Adresse de connexion modifiée.',
      session: 'Session fermée.',
      application: 'L’application ne peut plus agir en votre nom.',
      token: 'Jeton révoqué.',
      space_accepted: 'Accepté. Les membres de l’espace voient maintenant votre nom.',
      space_left: 'Vous avez quitté l’espace.',
      last_superadmin:
        'Vous êtes la seule personne à l’administration générale de cet espace. Donnez ce rôle à quelqu’un d’autre avant de partir.',
      disconnected: 'Lien retiré. Les sessions ouvertes par cette organisation sont terminées.',
      provider_required: 'L’espace exige cette connexion. Adressez-vous à ses responsables.',
      gone: 'C’était déjà terminé.',
    },
  },
}
