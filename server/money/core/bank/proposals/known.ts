import { isDeposit, wayOfMethod } from './methods.ts'
import {
  contactWords,
  type NameMatch,
  nameInText,
  nameMatch,
  plainText,
  type WrittenName,
  writtenName,
} from './names.ts'
import {
  dayOf,
  type KnownPayment,
  type OpenLine,
  type Payer,
  type ProposalInput,
  type SeenPayer,
  type WaitingBatch,
} from './proposal_input.ts'
import { compactReference, referenceWords } from './references.ts'
import { mapInTurns } from './turns.ts'

// The input of the engine, with what is looked up often.

export interface Known extends ProposalInput {
  waiting: KnownPayment[]
  byReference: Map<string, KnownPayment[]>
  byContact: Map<number, KnownPayment[]>
  /** By the amount that is left and a word of the name of the payer. */
  byAmountAndWord: Map<string, KnownPayment[]>
  /** Payments that wait and are in no batch, by the id of the contact. */
  byPayer: Map<number, KnownPayment[]>
  /** By the amount that is left. */
  byAmount: Map<number, KnownPayment[]>
  /** Direct debits that wait, by their day. */
  debitsByDay: Map<number, KnownPayment[]>
  /** By the sum that is left of their payments. */
  batchesByTotal: Map<number, WaitingBatch[]>
  /** All lines that may be deposits, by their amount. */
  depositsByAmount: Map<number, OpenLine[]>
  contactsByWord: Map<string, Payer[]>
  /** By the words of the first name and a surname, sorted. */
  contactsByName: Map<string, Payer[]>
  contactById: Map<number, Payer>
}

export async function knownFrom(input: ProposalInput): Promise<Known> {
  // Of payments that are equally likely, the older one is proposed.
  const payments = input.payments.toSorted((a, b) => a.day - b.day || a.transaction_id - b.transaction_id)
  const waiting = payments.filter(({ left }) => left > 0)
  const payers = new Map([...payments.map(({ contact }) => contact), ...input.contacts].map(payer => [payer.id, payer]))
  return {
    ...input,
    payments,
    waiting,
    byReference: await grouped(payments, ({ references }) => references.map(({ text }) => text)),
    byContact: await grouped(payments, ({ contact }) => [contact.id]),
    byAmountAndWord: await grouped(waiting, ({ left, contact }) => nameWords(contact).map(word => `${left} ${word}`)),
    byPayer: await grouped(
      waiting.filter(({ batch }) => batch === null),
      ({ contact }) => [contact.id],
    ),
    byAmount: await grouped(waiting, ({ left }) => [left]),
    debitsByDay: await grouped(
      waiting.filter(({ payment_method_kind }) => wayOfMethod(payment_method_kind) === 'debit'),
      ({ day }) => [day],
    ),
    batchesByTotal: await grouped(input.batches, ({ payments: parts }) => [
      parts.reduce((sum, { left }) => sum + left, 0),
    ]),
    depositsByAmount: await grouped([...input.lines, ...input.others].filter(isDeposit), ({ amount }) => [amount]),
    contactsByWord: await grouped([...payers.values()], contact => contactWords(contact).surnames.flat()),
    contactsByName: await grouped([...payers.values()], contact => {
      const { first, surnames } = contactWords(contact)
      return surnames.map(surname => nameKey([...first, ...surname]))
    }),
    contactById: payers,
  }
}

const nameWords = (contact: Payer) => {
  const { first, surnames } = contactWords(contact)
  return [...first, ...surnames.flat()].filter(word => word.length > 2)
}

async function grouped<Key, Value>(values: Value[], keysOf: (value: Value) => Key[]): Promise<Map<Key, Value[]>> {
  const groups = new Map<Key, Value[]>()
  await mapInTurns(values, value => {
    for (const key of new Set(keysOf(value))) {
      const group = groups.get(key)
      if (group) group.push(value)
      else groups.set(key, [value])
    }
  })
  return groups
}

/** A line with what is compared of it. */
export interface ReadLine {
  line: OpenLine
  day: number
  name: WrittenName
  /** The text without the other side, as plain text. */
  text: string
  words: Set<string>
  end_to_end_id: Set<string>
  /** Who paid from this IBAN before. */
  seen: SeenPayer[]
  /** Contacts with exactly this name. */
  fullNames: Payer[]
}

export function readLine(known: Known, line: OpenLine): ReadLine {
  const name = writtenName(line.counterparty)
  const text = plainText(line.text)
  return {
    line,
    day: dayOf(line.date),
    name,
    text,
    words: referenceWords(line),
    end_to_end_id: referenceWords({ ...line, text: '' }),
    seen: line.counterparty_iban === '' ? [] : (known.seen.get(line.counterparty_iban) ?? []),
    fullNames: line.counterparty === '' ? namedInText(known, text) : named(known, name),
  }
}

const nameKey = (words: Iterable<string>) => [...new Set(words)].toSorted().join(' ')

/** The contacts with just this name. A word that the bank cut may be nothing. */
function named({ contactsByName }: Known, name: WrittenName): Payer[] {
  const keys = new Set([nameKey(name.words), nameKey([...name.words].filter(word => word !== name.cut))])
  const candidates = new Set([...keys].flatMap(key => contactsByName.get(key) ?? []))
  return [...candidates].filter(contact => nameMatch(name, contact) === 'full')
}

function namedInText({ contactsByWord }: Known, text: string): Payer[] {
  const candidates = new Set(text.split(' ').flatMap(word => contactsByWord.get(word) ?? []))
  return [...candidates].filter(contact => nameInText(text, contact) === 'full')
}

/** What speaks for a payment. */
export interface Evidence {
  payment: KnownPayment
  reference: 'strong' | 'weak' | ''
  /** The reference that was found. */
  found: string
  end_to_end_id: boolean
  /** Whether earlier lines from the IBAN were payments of this contact, and of no other. */
  iban: 'only' | 'shared' | ''
  iban_count: number
  name: NameMatch
  /** The name in the text, where the line has another one for the payer. */
  text_name: NameMatch
  exact: boolean
  /** Days from the payment to the line. */
  days: number
}

export function evidenceFor(read: ReadLine, payment: KnownPayment): Evidence {
  const { line, day, end_to_end_id } = read
  const { reference, found } = referenceIn(read, payment)
  return {
    payment,
    reference,
    found,
    end_to_end_id: end_to_end_id.has(found),
    ...ibanSeen(read, payment),
    ...namesIn(read, payment.contact),
    exact: line.amount === payment.left,
    days: day - payment.day,
  }
}

/** How the line names a contact. */
export function namesIn({ line, name, text }: ReadLine, contact: Payer): Pick<Evidence, 'name' | 'text_name'> {
  const inText = nameInText(text, contact)
  return line.counterparty === ''
    ? { name: inText, text_name: '' }
    : { name: nameMatch(name, contact), text_name: inText }
}

/** Whether the line may come from a contact whose IBAN it has: it names nobody, or this contact, and nobody else with their whole name. */
export function agreesWith(read: ReadLine, contact: Payer): boolean {
  const { name } = namesIn(read, contact)
  if (name === 'full') return true
  return (isSurname(name) || read.name.words.size === 0) && read.fullNames.every(({ id }) => id === contact.id)
}

export const isSurname = (name: NameMatch) => name !== '' && name !== 'firstname'

export function referenceIn({ words }: ReadLine, { references }: KnownPayment): Pick<Evidence, 'reference' | 'found'> {
  const found = references.filter(({ text }) => words.has(text))
  const best = found.find(({ strong }) => strong) ?? found[0]
  if (!best) return { reference: '', found: '' }
  return { reference: best.strong ? 'strong' : 'weak', found: best.text }
}

function ibanSeen({ seen, line }: ReadLine, payment: KnownPayment): Pick<Evidence, 'iban' | 'iban_count'> {
  const own = seen.find(({ contact_id }) => contact_id === payment.contact.id)
  if (own) return { iban: seen.length === 1 ? 'only' : 'shared', iban_count: own.count }
  const mandate = compactReference(line.mandate_id)
  const hasMandate = mandate !== '' && payment.references.some(({ text }) => text === mandate)
  return { iban: hasMandate ? 'only' : '', iban_count: 0 }
}

/** Whether the evidence is about who paid, and not only about the amount. */
export const namesPayer = ({ reference, iban, name, text_name }: Evidence) =>
  reference !== '' || iban !== '' || name !== '' || text_name !== ''
