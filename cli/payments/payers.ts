import type { Client } from '../../sdk/client.ts'
import { BadCell } from './cells.ts'
import type { Payer } from './payment.ts'

const asked_at_once = 100

/** Finds who paid: by the number that the other program gave them, else by mail. */
export class Payers {
  readonly #muster: Client
  readonly #byNumber = new Map<string, Set<number>>()
  readonly #byMail = new Map<string, Set<number>>()
  /** The number of each contact that was found. */
  readonly #numbers = new Map<number, string>()

  constructor(muster: Client) {
    this.#muster = muster
  }

  /** Asks for all of them, many at a time. */
  async lookUp(payers: Payer[]) {
    await this.#find(
      'external_id',
      this.#byNumber,
      payers.map(({ external_id }) => external_id),
    )
    await this.#find(
      'mail',
      this.#byMail,
      payers.map(({ mail }) => mail.toLowerCase()),
    )
  }

  /** The contact; undefined when there is none. */
  idOf({ external_id, mail }: Payer): number | undefined {
    const numbered = (external_id && this.#byNumber.get(external_id)) || new Set<number>()
    const written = (mail && this.#byMail.get(mail.toLowerCase())) || new Set<number>()
    const [found, other] = [...(numbered.size > 0 ? numbered : written)]
    if (found !== undefined && other === undefined) {
      // A family has one address, and two programs may give one number to two people.
      if (numbered.size > 0 && written.size > 0 && !written.has(found))
        throw new BadCell(`The number ${external_id} is that of contact ${found}, and the mail ${mail} is not.`)
      const number = this.#numbers.get(found)
      if (numbered.size === 0 && external_id && number)
        throw new BadCell(
          `The mail ${mail} is that of contact ${found}, whose number is ${number} and not ${external_id}.`,
        )
    }
    if (other === undefined) return found
    throw new BadCell(
      `It fits several contacts, such as ${found} and ${other}; merge them, or tell them apart by number.`,
    )
  }

  /** Makes a contact of somebody who was not found; whoever has this mail by then is taken for them. */
  async make(payer: Payer): Promise<number> {
    const sent = Object.fromEntries(Object.entries(payer).filter(([, text]) => text !== ''))
    const { receipt } = (await this.#muster.upserts.create({ data: sent, kind: 'contact' })).data
    const { contact_id, reasons } = (await this.#muster.upserts.read({ receipt })).data
    if (contact_id === null) throw new BadCell(`Who paid cannot be made a contact: ${reasons.join(' ')}`)
    this.#numbers.set(contact_id, payer.external_id)
    if (payer.external_id) this.#byNumber.set(payer.external_id, new Set([contact_id]))
    if (payer.mail) this.#byMail.set(payer.mail.toLowerCase(), new Set([contact_id]))
    return contact_id
  }

  async #find(attr: 'external_id' | 'mail', found: Map<string, Set<number>>, wanted: string[]) {
    const missing = [...new Set(wanted)].filter(text => text !== '')
    for (let at = 0; at < missing.length; at += asked_at_once) {
      const some = new Set(missing.slice(at, at + asked_at_once))
      const query = { $all: [{ $all: [{ $condition: { attr, ope: 'any_of', value: [...some] } }] }] }
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const wish = { query, per_page: 1000, with_total: false, ...(cursor && { cursor }) }
        const { data } = await this.#muster.search.search({ data: { advanced_search: wish } })
        for (const contact of data.contacts) {
          // The search does not mind accents; a number or an address is another with them.
          const key = attr === 'mail' ? contact.mail.toLowerCase() : contact.external_id
          this.#numbers.set(contact.id, contact.external_id)
          if (some.has(key)) found.set(key, (found.get(key) ?? new Set()).add(contact.id))
        }
        cursor = data.next_cursor
      }
    }
  }
}
