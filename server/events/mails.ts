import type { Mail } from '../mail/outbox.ts'

interface DisabledWebhook {
  space: string
  name: string
  host: string
  because: 'failing' | 'gone'
}

export function webhookDisabledMail(
  { mail, firstname, locale }: { mail: string; firstname: string; locale: string },
  { space, name, host, because }: DisabledWebhook,
): Mail {
  return locale.startsWith('fr')
    ? {
        to: mail,
        subject: `Le webhook « ${name} » a été désactivé`,
        text: `Bonjour ${firstname},

Dans l’espace « ${space} », le webhook « ${name} » (${host}) a été désactivé : ${
          because === 'gone'
            ? 'le serveur qui le recevait a répondu qu’il n’accepte plus d’événements (410 Gone).'
            : 'le serveur qui le reçoit n’a accepté aucun événement depuis cinq jours.'
        }

Une fois le serveur réparé, réactivez le webhook et renvoyez les événements manqués.
`,
      }
    : {
        to: mail,
        subject: `The webhook “${name}” was switched off`,
        text: `Hello ${firstname},

In the space “${space}”, the webhook “${name}” (${host}) was switched off: ${
          because === 'gone'
            ? 'its server replied that it no longer accepts events (410 Gone).'
            : 'its server has not accepted any event for five days.'
        }

Once the server works again, switch the webhook on and resend the missed events.
`,
      }
}
