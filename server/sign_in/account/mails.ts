import type { Mail } from '../../mail/outbox.ts'

// E-mails about an account. The link is the only secret that an e-mail contains.

export interface MailRecipient {
  login_mail: string
  firstname: string
  locale: string
}

type Text = [subject: string, text: string]

const mailTo = ({ login_mail: to, locale }: MailRecipient, french: Text, english: Text): Mail => {
  const [subject, text] = locale.startsWith('fr') ? french : english
  return { to, subject, text }
}

/** `requirement`: the space that the password does not open, and the provider that does. */
export const resetMail = (person: MailRecipient, link: string, requirement?: { space: string; provider: string }) =>
  mailTo(
    person,
    [
      'Choisir un nouveau mot de passe',
      `Bonjour ${person.firstname},
${
  requirement
    ? `
Pour ouvrir l’espace « ${requirement.space} », connectez-vous avec ${requirement.provider}, sans mot de passe Muster.
Le mot de passe n’ouvre que la page de votre compte et vos autres espaces.
`
    : ''
}
Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte Muster. Pour le choisir, ouvrez ce lien :

${link}

Le lien est valable 30 minutes et ne sert qu’une fois.
Si vous n’êtes pas à l’origine de cette demande, ignorez ce message : votre mot de passe reste inchangé.
`,
    ],
    [
      'Choose a new password',
      `Hello ${person.firstname},
${
  requirement
    ? `
To open “${requirement.space}”, sign in with ${requirement.provider}, without a Muster password.
The password only opens your account page and your other spaces.
`
    : ''
}
Someone, probably you, asked for a new password for your Muster account. To choose one, open this link:

${link}

The link works once, for 30 minutes. If you did not ask for it, ignore this message. Your password stays the same.
`,
    ],
  )

/** Sent when an account is connected to an identity provider. */
export const connectedMail = (person: MailRecipient, provider: string, public_url: string) =>
  mailTo(
    person,
    [
      `${provider} est relié à votre compte`,
      `Bonjour ${person.firstname},

Votre compte Muster est maintenant relié à ${provider}, qui peut vous connecter sans mot de passe Muster.

Si ce n’était pas vous, changez votre mot de passe, retirez ce lien sur la page de votre compte et prévenez un·e responsable de votre espace :

${public_url}/account
`,
    ],
    [
      `${provider} is connected to your account`,
      `Hello ${person.firstname},

Your Muster account is now connected to ${provider}, which can sign you in without a Muster password.

If it was not you, change your password, disconnect it on your account page, and tell an administrator of your space:

${public_url}/account
`,
    ],
  )

export const passwordChangedMail = (person: MailRecipient, public_url: string) =>
  mailTo(
    person,
    [
      'Votre mot de passe a changé',
      `Bonjour ${person.firstname},

Le mot de passe de votre compte Muster vient d’être changé, et les autres appareils ont été déconnectés.

Si ce n’était pas vous, choisissez-en un autre immédiatement et prévenez un·e responsable de votre espace :

${public_url}/password
`,
    ],
    [
      'Your password was changed',
      `Hello ${person.firstname},

The password of your Muster account has just been changed, and other devices were signed out.

If it was not you, choose another password immediately and tell an administrator of your space:

${public_url}/password
`,
    ],
  )

export const factorOnMail = (person: MailRecipient, public_url: string) =>
  mailTo(
    person,
    [
      'Second facteur activé sur votre compte',
      `Bonjour ${person.firstname},

Un second facteur protège maintenant votre compte Muster : il vous sera demandé à chaque connexion. Gardez vos codes de secours en lieu sûr.

Si ce n’était pas vous, changez votre mot de passe et prévenez un·e responsable de votre espace :

${public_url}/password
`,
    ],
    [
      'Second factor turned on for your account',
      `Hello ${person.firstname},

A second factor now protects your Muster account. You will need it every time you sign in. Keep your recovery codes in a safe place.

If it was not you, change your password and tell an administrator of your space:

${public_url}/password
`,
    ],
  )

export const factorOffMail = (person: MailRecipient, public_url: string) =>
  mailTo(
    person,
    [
      'Le second facteur de votre compte est désactivé',
      `Bonjour ${person.firstname},

Le second facteur de votre compte Muster vient d’être désactivé : le mot de passe suffit désormais pour se connecter.

Si ce n’était pas vous, changez votre mot de passe, puis réactivez le second facteur :

${public_url}/password
`,
    ],
    [
      'The second factor of your account is off',
      `Hello ${person.firstname},

The second factor of your Muster account was just turned off. You now sign in with your password alone.

If it was not you, change your password, then turn the second factor on again:

${public_url}/password
`,
    ],
  )

export const newCodesMail = (person: MailRecipient, public_url: string) =>
  mailTo(
    person,
    [
      'Vous avez de nouveaux codes de secours',
      `Bonjour ${person.firstname},

De nouveaux codes de secours viennent d’être créés pour votre compte Muster ; les anciens ne fonctionnent plus.

Si ce n’était pas vous, changez votre mot de passe :

${public_url}/password
`,
    ],
    [
      'You have new recovery codes',
      `Hello ${person.firstname},

New recovery codes were just created for your Muster account. The old ones no longer work.

If it was not you, change your password:

${public_url}/password
`,
    ],
  )

/** Sent to the new address, to confirm that the user receives mail there. */
export const confirmAddressMail = (person: MailRecipient, mail: string, link: string) => ({
  ...mailTo(
    person,
    [
      'Confirmer votre nouvelle adresse',
      `Bonjour ${person.firstname},

Pour vous connecter à Muster avec cette adresse, ouvrez ce lien dans le navigateur où vous l’avez demandé :

${link}

Le lien est valable 24 heures et ne sert qu’une fois. Si vous n’êtes pas à l’origine de cette demande, ignorez ce message.
`,
    ],
    [
      'Confirm your new address',
      `Hello ${person.firstname},

To sign in to Muster with this address, open this link in the browser where you asked for it:

${link}

The link works once, for 24 hours. If you did not ask for it, ignore this message.
`,
    ],
  ),
  to: mail,
})

/** Sent to the old and to the new address. */
export const addressChangedMail = (person: MailRecipient, mail: string, to: string) => ({
  ...mailTo(
    person,
    [
      'Votre adresse de connexion a changé',
      `Bonjour ${person.firstname},

Vous vous connectez désormais à Muster avec ${mail}, et non plus avec ${person.login_mail}.

Si ce n’était pas vous, prévenez tout de suite un·e responsable de votre espace.
`,
    ],
    [
      'Your sign-in address was changed',
      `Hello ${person.firstname},

You now sign in to Muster with ${mail} instead of ${person.login_mail}.

If it was not you, tell an administrator of your space immediately.
`,
    ],
  ),
  to,
})
