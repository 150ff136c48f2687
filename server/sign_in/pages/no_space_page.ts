import type { Language } from '../../http/html.ts'
import { messagePage, type Page } from './page.ts'

/** Replaces the sign-in form on a server without a space, where no account exists. It does not reveal the link. */
export function noSpacePage(language: Language): Page {
  const { title, log, command } = texts[language]
  return messagePage(language, title, [log, command])
}

const texts = {
  en: {
    title: 'This server has no organisation yet',
    log: 'When it started, the server printed a link in its log. Open that link to create your organisation and your account.',
    command: 'The link works once, for 24 hours. On the server, ./muster set-up prints a new one.',
  },
  fr: {
    title: 'Ce serveur n’a pas encore d’organisation',
    log: 'À son démarrage, le serveur a écrit un lien dans son journal. Ouvrez ce lien pour créer votre organisation et votre compte.',
    command:
      'Le lien sert une seule fois, pendant 24 heures. Sur le serveur, la commande ./muster set-up en affiche un nouveau.',
  },
}
