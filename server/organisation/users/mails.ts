import type { Mail } from '../../mail/outbox.ts'

export interface RoleChange {
  space: string
  by: string
  from: string
  to: string
}

/** Tells somebody that they may do more, or less, than before. */
export function roleChangedMail(
  { mail, firstname, locale }: { mail: string; firstname: string; locale: string },
  { space, by, from, to }: RoleChange,
): Mail {
  return locale.startsWith('fr')
    ? {
        to: mail,
        subject: `Votre rôle dans ${space} a changé`,
        text: `Bonjour ${firstname},

${by} a changé votre rôle dans l’espace « ${space} » sur Muster : de « ${from} » à « ${to} ».

Si cela vous étonne, adressez-vous à un·e responsable de l’espace.
`,
      }
    : {
        to: mail,
        subject: `Your role in ${space} has changed`,
        text: `Hello ${firstname},

${by} has changed your role in the space “${space}” on Muster, from “${from}” to “${to}”.

If this surprises you, ask an administrator of the space.
`,
      }
}
