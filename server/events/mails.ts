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
        subject: `Le webhook « ${name} » a été désactivé`,
        text: `Bonjour ${firstname},

Dans l’espace « ${space} », le webhook « ${name} » (${host}) a été désactivé : ${
          because === 'gone'
            ? 'le serveur qui le recevait a répondu qu’il ne veut plus rien recevoir.'
            : 'le serveur qui le reçoit n’a rien accepté depuis cinq jours.'
        }

Une fois ce serveur réparé, réactivez le webhook et renvoyez ce qui a manqué.
`,
      }
    : {
        to: mail,
        subject: `The webhook “${name}” was switched off`,
        text: `Hello ${firstname},

In the space “${space}”, the webhook “${name}” (${host}) was switched off: ${
          because === 'gone'
            ? 'the server that received it says it wants to hear no more.'
            : 'the server that receives it has accepted nothing for five days.'
        }

Once that server works again, switch the webhook on and send again what was missed.
`,
      }
}
