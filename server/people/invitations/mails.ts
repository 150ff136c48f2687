import type { Mail } from '../../mail/outbox.ts'

/** What every mail of a space has in common. */
export interface Letterhead {
  space: string
  inviter: string
  locale: string
  public_url: string
}

export function invitationMail(
  to: string,
  role: string,
  secret: string,
  { space, inviter, locale, public_url }: Letterhead,
): Mail {
  const link = `${public_url}/invitations/${secret}`
  return locale.startsWith('fr')
    ? {
        to,
        subject: `${inviter} vous invite à rejoindre ${space}`,
        text: `Bonjour,

${inviter} vous invite à rejoindre l’espace « ${space} » sur Muster, avec le rôle « ${role} ».

Pour accepter, ouvrez ce lien et choisissez un mot de passe :

${link}

Le lien est valable sept jours et ne sert qu’une fois. Si vous n’attendiez pas cette invitation, ignorez ce message : rien ne se passera.
`,
      }
    : {
        to,
        subject: `${inviter} invites you to join ${space}`,
        text: `Hello,

${inviter} invites you to join the space “${space}” on Muster, with the role “${role}”.

To accept, open this link and choose a password:

${link}

The link works once, for seven days. If you did not expect this invitation, ignore this message and nothing will happen.
`,
      }
}

export function addedMail(
  { login_mail, firstname, locale }: { login_mail: string; firstname: string; locale: string },
  { space, inviter, public_url }: Letterhead,
): Mail {
  return locale.startsWith('fr')
    ? {
        to: login_mail,
        subject: `Vous faites maintenant partie de ${space}`,
        text: `Bonjour ${firstname},

${inviter} vous a ajouté·e à l’espace « ${space} » sur Muster :

${public_url}
`,
      }
    : {
        to: login_mail,
        subject: `You are now a member of ${space}`,
        text: `Hello ${firstname},

${inviter} has added you to the space “${space}” on Muster:

${public_url}
`,
      }
}
