import type { Mail } from '../../mail/outbox.ts'
import type { Recipient } from '../core/recipients.ts'

interface MentionContext {
  sender: string
  space: string
  contact_id: number
  public_url: string
}

/** Tells a user that a note mentions them. Text and contact are not in the mail, because a mailbox is not protected as the space is. */
export function mentionMail(
  { mail, firstname, locale }: Recipient,
  { sender, space, contact_id, public_url }: MentionContext,
): Mail {
  const link = `${public_url}/console/contacts/${contact_id}`
  return locale.startsWith('fr')
    ? {
        to: mail,
        subject: `${sender} vous a mentionné·e dans une note`,
        text: `Bonjour ${firstname},

${sender} vous a mentionné·e dans une note, dans l’espace « ${space} » sur Muster.

Pour la lire :

${link}
`,
      }
    : {
        to: mail,
        subject: `${sender} mentioned you in a note`,
        text: `Hello ${firstname},

${sender} mentioned you in a note in the space “${space}” on Muster.

To read it:

${link}
`,
      }
}
