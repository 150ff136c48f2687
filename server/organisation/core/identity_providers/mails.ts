import type { Sql } from '../../../db/sql.ts'
import { type Mail, queueMail } from '../../../mail/outbox.ts'
import { findAccountById } from '../accounts.ts'

// Mail about the identity providers of a space. A provider decides who signs in, so every superadmin learns of a change.

/** What happened to a provider. `taken`: another space has proved the domain. `unproved`: its DNS record has gone. */
export type ProviderNews = 'connected' | 'changed' | 'removed' | 'taken' | 'unproved' | 'not_required'

export interface ProviderNotice {
  news: ProviderNews
  /** The name of the provider. */
  name: string
  domain: string
  /** The user who did it; null for the server or its operator. */
  by: number | null
  /** Empty where no request gives it. */
  public_url: string
}

/** Queues a mail to each active superadmin. The transaction must have the space in its context. */
export async function notifySuperadmins(sql: Sql, group_id: number, notice: ProviderNotice) {
  const [space] = await sql<{ name: string }[]>`select name from spaces where id = ${group_id}`
  const [author] = await sql<{ name: string }[]>`
    select firstname || ' ' || surname as name from users where group_id = ${group_id} and id = ${notice.by}`
  const superadmins = await sql<{ id: number }[]>`
    select u.id from users u
    join roles r on r.group_id = ${group_id} and r.id = u.role_id
    where u.group_id = ${group_id} and u.deleted_at is null and u.suspended_at is null and u.pending_since is null
      and not u.service_account and r.type = 'superadmin'
    order by u.id
    limit 100`
  for (const { id } of superadmins) {
    const account = await findAccountById(sql, id)
    if (!account) continue
    const text = { ...notice, space: space?.name ?? '', author: author?.name.trim() ?? '' }
    await queueMail(sql, group_id, noticeMail(account, text))
  }
}

type NoticeText = ProviderNotice & { space: string; author: string }

function noticeMail(
  { login_mail: to, firstname, locale }: { login_mail: string; firstname: string; locale: string },
  notice: NoticeText,
): Mail {
  const { space, public_url } = notice
  const link = public_url ? ` :\n\n${public_url}/console/settings/identity_providers\n` : '.\n'
  return locale.startsWith('fr')
    ? {
        to,
        subject: `Connexion par l’organisation dans ${space}`,
        text: `Bonjour ${firstname},

${french(notice)}

Vous recevez ce message parce que vous administrez l’espace « ${space} ». Si ce changement vous surprend, vérifiez-le dans les réglages${link}`,
      }
    : {
        to,
        subject: `Single sign-on in ${space}`,
        text: `Hello ${firstname},

${english(notice)}

You receive this message because you are a super administrator of “${space}”. If you did not expect this change, check it in the settings${link.trimStart()}`,
      }
}

function english({ news, name, domain, author }: NoticeText) {
  const who = author || 'The operator of the server'
  const people = `People with an address at ${domain}`
  return {
    connected: `${who} has connected ${name}. ${people} can sign in through it from now on.`,
    changed: `${who} has changed ${name}, through which people with an address at ${domain} sign in.`,
    removed: `${who} has removed ${name}. ${people} sign in with their password again.`,
    taken: `Another space on this server has proved that ${domain} is its domain, and the DNS record of yours is no longer there.

${name} no longer signs anyone in, and sessions that began through it have ended.`,
    unproved: `The DNS record that proves ${domain} is no longer there.

${name} signs no one in until the record is back and you check it again in the settings.`,
    not_required: `${who} has turned off the requirement to sign in through ${name}. ${people} can use their password again.`,
  }[news]
}

function french({ news, name, domain, author }: NoticeText) {
  const who = author || 'La personne qui gère le serveur'
  const people = `Les personnes qui ont une adresse en ${domain}`
  return {
    connected: `${who} a relié ${name}. ${people} peuvent désormais se connecter par ce service.`,
    changed: `${who} a modifié ${name}, par lequel se connectent les personnes qui ont une adresse en ${domain}.`,
    removed: `${who} a retiré ${name}. ${people} se connectent de nouveau avec leur mot de passe.`,
    taken: `Un autre espace de ce serveur a prouvé que ${domain} est son domaine, et l’enregistrement DNS du vôtre n’y est plus.

${name} ne connecte plus personne, et les sessions ouvertes par ce service sont terminées.`,
    unproved: `L’enregistrement DNS qui prouve ${domain} n’est plus là.

${name} ne connecte plus personne tant qu’il n’est pas rétabli puis vérifié dans les réglages.`,
    not_required: `${who} a levé l’obligation de passer par ${name}. ${people} peuvent de nouveau utiliser leur mot de passe.`,
  }[news]
}
