import type { Mail } from '../../mail/outbox.ts'
import type { Recipient } from '../core/recipients.ts'

interface AssignmentContext {
  sender: string
  space: string
  id: number
  title: string
  due_date: string | null
  contact_id: number | null
  public_url: string
}

/**
 * Tells a user that another one has assigned them a task. The title of a task about a contact is not in the mail, because a mailbox is not protected as
 * the space is. The link leads to the task, which every assignee may open. That page links to the contact for users who see contacts.
 */
export function assignmentMail(
  { mail, firstname, locale }: Recipient,
  { sender, space, id, title, due_date, contact_id, public_url }: AssignmentContext,
): Mail {
  const link = `${public_url}/console/tasks?open=${id}`
  const french = locale.startsWith('fr')
  const lines = contact_id === null ? [title] : [french ? 'Une tâche à propos d’un contact' : 'A task about a contact']
  if (due_date)
    lines.push(french ? `À faire au plus tard le ${dayIn(due_date, locale)}` : `Due on ${dayIn(due_date, locale)}`)
  return french
    ? {
        to: mail,
        subject: `${sender} vous a confié une tâche`,
        text: `Bonjour ${firstname},

${sender} vous a confié une tâche dans l’espace « ${space} » sur Muster :

${lines.join('\n')}

Pour l’ouvrir :

${link}
`,
      }
    : {
        to: mail,
        subject: `${sender} assigned you a task`,
        text: `Hello ${firstname},

${sender} assigned you a task in the space “${space}” on Muster:

${lines.join('\n')}

To open it:

${link}
`,
      }
}

const dayIn = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
