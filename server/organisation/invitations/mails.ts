import type { Mail } from '../../mail/outbox.ts'

/** What every mail of a space has in common. */
export interface MailContext {
  space: string
  inviter: string
  locale: string
  public_url: string
}

export function invitationMail(
  to: string,
  role: string,
  secret: string,
  { space, inviter, locale, public_url }: MailContext,
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

/** Asks a registered person, who is a member already, to accept or decline. */
export function addedMail(
  { login_mail, firstname, locale }: { login_mail: string; firstname: string; locale: string },
  role: string,
  secret: string,
  { space, inviter, public_url }: MailContext,
): Mail {
  const link = `${public_url}/invitations/${secret}`
  return locale.startsWith('fr')
    ? {
        to: login_mail,
        subject: `${inviter} vous a ajouté·e à ${space}`,
        text: `Bonjour ${firstname},

${inviter} vous a ajouté·e à l’espace « ${space} » sur Muster, avec le rôle « ${role} ».

Tant que vous n’avez pas accepté, l’espace ne voit de vous que cette adresse.

Pour accepter :

${link}

Pour refuser et quitter l’espace :

${link}?answer=decline

Chaque lien ouvre une page où vous confirmez. Ils sont valables sept jours et ne servent qu’une fois. Vous pouvez aussi répondre depuis votre compte :

${public_url}/account
`,
      }
    : {
        to: login_mail,
        subject: `${inviter} added you to ${space}`,
        text: `Hello ${firstname},

${inviter} added you to the space “${space}” on Muster, with the role “${role}”.

Until you accept, the space sees nothing of you but this address.

To accept:

${link}

To decline and leave the space:

${link}?answer=decline

Each link opens a page where you confirm. They work once, for seven days. You can also answer on your account page:

${public_url}/account
`,
      }
}
