import type { Client } from '../../sdk/client.ts'
import type { KnownContact } from '../../sdk/operations.ts'
import type { Payer } from './payment.ts'
import { RowError } from './reasons.ts'

const lookup_batch_max = 100

type By = KnownContact['by']

/** The contact of a payer. Empty if there is none; without an ID if the caller cannot see it. */
export interface PayerMatch {
  id?: number
  restricted?: true
}

/** Finds payers by the ID of the source program, else by mail. A merged contact is found by the values of both. */
export class Payers {
  readonly #muster: Client
  readonly #known: Record<By, Map<string, KnownContact[]>> = { external_id: new Map(), mail: new Map() }
  readonly #erased = new Set<string>()

  constructor(muster: Client) {
    this.#muster = muster
  }

  /** Loads the contacts of all payers in batches. */
  async lookUp(payers: Payer[]) {
    const numbers = [...new Set(payers.map(({ external_id }) => external_id))].filter(text => text !== '')
    const mails = [...new Set(payers.map(({ mail }) => mail.toLowerCase()))].filter(text => text !== '')
    for (let at = 0; at < Math.max(numbers.length, mails.length); at += lookup_batch_max) {
      const some = (keys: string[]) => keys.slice(at, at + lookup_batch_max)
      const { data } = await this.#muster.contacts.findByKey({
        data: { external_ids: some(numbers), mails: some(mails) },
      })
      for (const one of data) this.#note(one)
    }
  }

  /** Loads which unknown payers were erased: an old file must not create them again. */
  async lookUpErased(payers: Payer[]) {
    const mails = [...new Set(payers.map(({ mail }) => mail.toLowerCase()))].filter(
      mail => mail !== '' && !this.#known.mail.has(mail),
    )
    for (let at = 0; at < mails.length; at += lookup_batch_max) {
      const some = mails.slice(at, at + lookup_batch_max)
      const { data } = await this.#muster.privacy_requests.findErased({ data: { mails: some } })
      for (const mail of data.erased) this.#erased.add(mail)
    }
  }

  isErased({ mail }: Payer) {
    return this.#erased.has(mail.toLowerCase())
  }

  match({ external_id, mail }: Payer): PayerMatch {
    const numbered = this.#known.external_id.get(external_id) ?? []
    const written = this.#known.mail.get(mail.toLowerCase()) ?? []
    const [found, other] = numbered.length > 0 ? numbered : written
    if (!found) return {}
    if (other) throw new RowError('several_contacts', { first: nameOf(found), second: nameOf(other) })
    // A family may share an address, and two programs may give one ID to two people.
    if (numbered.length > 0 && written.length > 0 && !written.some(({ contact_id }) => contact_id === found.contact_id))
      throw new RowError('id_and_mail_differ', { id: external_id, first: nameOf(found), mail })
    if (numbered.length === 0 && external_id && found.external_id)
      throw new RowError('mail_of_other', { mail, first: nameOf(found), known: found.external_id, id: external_id })
    return { ...(found.contact_id !== null && { id: found.contact_id }), ...(found.restricted && { restricted: true }) }
  }

  /** Creates a contact, or finds one that was created with this ID or mail in the meantime. */
  async createContact(payer: Payer): Promise<number> {
    const sent = Object.fromEntries(Object.entries(payer).filter(([, text]) => text !== ''))
    const { receipt } = (await this.#muster.upserts.create({ data: sent, kind: 'contact', by: 'external_id' })).data
    const { contact_id, reasons } = (await this.#muster.upserts.read({ receipt })).data
    if (contact_id === null) throw new RowError('contact_refused', { detail: reasons.join(' ') })
    const made = { contact_id, external_id: payer.external_id, merged: false, restricted: false }
    if (payer.external_id) this.#note({ ...made, by: 'external_id', key: payer.external_id })
    if (payer.mail) this.#note({ ...made, by: 'mail', key: payer.mail.toLowerCase() })
    return contact_id
  }

  #note(one: KnownContact) {
    const known = this.#known[one.by]
    known.set(one.key, [...(known.get(one.key) ?? []), one])
  }
}

const nameOf = ({ contact_id }: KnownContact) =>
  contact_id ?? { en: 'a restricted contact', fr: 'un contact dont le traitement est limité' }
