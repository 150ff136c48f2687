// The reason codes of ISO 20022 with which banks return direct debits and transfers, in words.

type Language = 'en' | 'fr'

const reasons: Record<string, Record<Language, string>> = {
  AC01: { en: 'wrong account number', fr: 'coordonnées bancaires inexploitables' },
  AC04: { en: 'account closed', fr: 'compte clôturé' },
  AC06: { en: 'account blocked', fr: 'compte bloqué' },
  AC13: { en: 'account of another kind', fr: 'type de compte incorrect' },
  AG01: { en: 'transaction not allowed on this account', fr: 'opération non admise sur ce compte' },
  AG02: { en: 'wrong transaction code', fr: 'code opération incorrect' },
  AM04: { en: 'not enough money in the account', fr: 'provision insuffisante' },
  AM05: { en: 'presented twice', fr: 'opération en double' },
  BE05: { en: 'unknown creditor', fr: 'créancier inconnu' },
  CNOR: { en: 'bank of the creditor not reachable', fr: 'banque du créancier non joignable' },
  DNOR: { en: 'bank of the debtor not reachable', fr: 'banque du débiteur non joignable' },
  FOCR: { en: 'recalled by the bank', fr: 'opération rappelée par la banque' },
  MD01: { en: 'no valid mandate', fr: 'absence de mandat valide' },
  MD02: { en: 'wrong data in the mandate', fr: 'données du mandat incorrectes' },
  MD06: { en: 'the debtor asked for the money back', fr: 'contestation par le débiteur' },
  MD07: { en: 'the account holder died', fr: 'titulaire décédé' },
  MS02: { en: 'refused by the debtor', fr: 'refus du débiteur' },
  MS03: { en: 'the bank gives no reason', fr: 'motif non communiqué' },
  RC01: { en: 'wrong bank code', fr: 'code banque incorrect' },
  RR01: { en: 'regulatory reason', fr: 'motif réglementaire' },
  RR02: { en: 'regulatory reason', fr: 'motif réglementaire' },
  RR03: { en: 'regulatory reason', fr: 'motif réglementaire' },
  RR04: { en: 'regulatory reason', fr: 'motif réglementaire' },
  SL01: { en: 'refused by rules of the bank of the debtor', fr: 'service spécifique de la banque du débiteur' },
}

const words = {
  en: { return: 'Returned by the bank', refund: 'Paid back from the bank account', undone: 'The match was undone.' },
  fr: { return: 'Rejet bancaire', refund: 'Remboursé depuis le compte bancaire', undone: 'Rapprochement annulé.' },
} as const

/** Why the bank took money back: the code and its meaning. */
export function returnReason(code: string, language: Language): string {
  const meaning = Object.hasOwn(reasons, code) ? reasons[code]?.[language] : undefined
  return [words[language].return, [code, meaning].filter(Boolean).join(', ')].filter(Boolean).join(': ')
}

export const refundReason = (language: Language) => words[language].refund

export const undoReason = (language: Language) => words[language].undone
