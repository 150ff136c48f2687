import type { Mail } from '../../mail/outbox.ts'

export interface RoleChange {
  space: string
  by: string
  from: string
  to: string
}

/** Notifies a user that their role has changed. */
export function roleChangedMail(
  { mail, firstname, locale }: { mail: string; firstname: string; locale: string },
  { space, by, from, to }: RoleChange,
): Mail {
  return locale.startsWith('fr')
    ? {
        to: mail,
        subject: `Votre rôle dans ${space} a changé`,
        text: `Bonjour ${firstname},

${by} a modifié votre rôle dans l’espace « ${space} » sur Muster : vous passez de « ${from} » à « ${to} ».

Si vous pensez qu’il s’agit d’une erreur, contactez une personne qui administre l’espace.
`,
      }
    : {
        to: mail,
        subject: `Your role in ${space} has changed`,
        text: `Hello ${firstname},

${by} has changed your role in the space “${space}” on Muster, from “${from}” to “${to}”.

If you think this is a mistake, contact an administrator of the space.
`,
      }
}
