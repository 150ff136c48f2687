import { plainText } from './names.ts'
import type { OpenLine } from './proposal_input.ts'

// How a payment was made, and how the money of a line came. Spaces name their methods themselves, so words decide.

export type MoneyWay = 'transfer' | 'cheque' | 'cash' | 'card' | 'debit' | ''

const way_words: [MoneyWay, RegExp][] = [
  ['cheque', /\b(cheques?|checks?|chq|chqs)\b/],
  ['cash', /\b(cash|especes?|liquide)\b/],
  ['card', /\b(cards?|cartes?|cb|stripe|helloasso|paypal|sumup|online|en ligne|payplug|mollie|donorbox)\b/],
  ['debit', /\b(direct ?debits?|debits?|prelevements?|prlv|sdd|sepa debit)\b/],
  ['transfer', /\b(transfers?|virements?|vir|wire|bank)\b/],
]

const ways = new Map<string, MoneyWay>()
/** Methods that are remembered. A space has few of them, a process may serve many spaces. */
const ways_max = 1000

export function wayOfMethod(method: string): MoneyWay {
  let way = ways.get(method)
  if (way === undefined) {
    const words = plainText(method)
    way = way_words.find(([, pattern]) => pattern.test(words))?.[0] ?? ''
    if (ways.size >= ways_max) ways.clear()
    ways.set(method, way)
  }
  return way
}

const deposit_words = /\b(remises?|rem|rem chq|cheques?|chq|bordereau|deposit|slip|versement|especes|checks?)\b/
const provider_words =
  /\b(stripe|helloasso|paypal|sumup|payplug|mollie|adyen|worldline|square|gocardless|lyra|payzen|monetico|donorbox|remise (cb|carte|cartes)|payout)\b/
const lot_words = /\b(lot|prlv|prelevements?|sdd|direct ?debits?|remise prlv|collection)\b/
const return_words = /\b(rejets?|rejete|impaye|retour|returned|returns?|unpaid|reversal|rjt|contestation|chargeback)\b/
const foreign_words = /\b(swift|etranger|foreign|international|frais|charges|sha|correspondent)\b/

const cached = new WeakMap<OpenLine, string>()

/** What the line says, as plain text. */
export function lineText(line: OpenLine): string {
  let text = cached.get(line)
  if (text === undefined) {
    text = plainText(`${line.text} ${line.counterparty}`)
    cached.set(line, text)
  }
  return text
}

export const isDeposit = (line: OpenLine) => deposit_words.test(lineText(line)) && !isPayout(line)
export const isPayout = (line: OpenLine) => provider_words.test(lineText(line))
export const isLot = (line: OpenLine) => lot_words.test(lineText(line))
export const isReturn = (line: OpenLine) => line.return_reason !== '' || return_words.test(lineText(line))
export const isForeign = (line: OpenLine) => foreign_words.test(lineText(line))

/** Whether a line that is one payment can be one of this method. Unknown words are taken for any method. */
export function canBe(line: OpenLine, method: string): boolean {
  const way = wayOfMethod(method)
  return (
    way === 'transfer' || way === '' || (way === 'debit' && (line.mandate_id !== '' || isLot(line) || isReturn(line)))
  )
}

/** Whether the text says that the line is a part of a payment. */
export const isPart = (line: OpenLine) =>
  /\b\d ?\/ ?\d\b|\b(acompte|solde|tranche|partiel|part|instal+ment)\b/i.test(line.text)
