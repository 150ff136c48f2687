import type { Mail } from '../../mail/outbox.ts'

/** What every invitation mail of a space needs. */
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

Ce lien est valable sept jours et ne peut être utilisé qu’une fois. Si vous n’attendiez pas cette invitation, ignorez ce message.
`,
      }
    : {
        to,
        subject: `${inviter} invites you to join ${space}`,
        text: `Hello,

${inviter} invites you to join the space “${space}” on Muster, with the role “${role}”.

To accept, open this link and choose a password:

${link}

The link expires after seven days and can be used once. If you did not expect this invitation, ignore this email.
`,
      }
}

/** Asks a pending member to accept or decline. */
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

Tant que vous n’avez pas accepté, l’espace ne voit que cette adresse.

Pour accepter :

${link}

Pour refuser et quitter l’espace :

${link}?answer=decline

Chaque lien ouvre une page de confirmation. Les liens sont valables sept jours et ne peuvent être utilisés qu’une fois.

Vous pouvez aussi répondre depuis votre compte :

${public_url}/account
`,
      }
    : {
        to: login_mail,
        subject: `${inviter} added you to ${space}`,
        text: `Hello ${firstname},

${inviter} added you to the space “${space}” on Muster, with the role “${role}”.

Until you accept, the space only sees this address.

To accept:

${link}

To decline and leave the space:

${link}?answer=decline

Each link opens a page where you confirm. The links expire after seven days and can be used once.

You can also answer on your account page:

${public_url}/account
`,
      }
}
