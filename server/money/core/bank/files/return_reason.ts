/** The code for a return whose reason the bank does not give. */
export const unspecified = 'MS03'

const code = /\b(AC0[146]|AC13|AG0[12]|AM0[45]|BE05|MD0[167]|MS0[23]|RC01|RR0[1-4]|SL01)\b/
const returned =
  /(^|[^\p{L}])(retoure|r(ü|ue)ck(lastschrift|gabe|buchung)|returned (debit|direct debit|transfer|payment)|rejet[eé]?|impay[eé]s?|unpaid)($|[^\p{L}])/iu
/** What banks charge for a return is not the return. */
const fee = /(^|[^\p{L}])(frais|commission|com|fees?|charges?|geb(ü|ue)hr(en)?|entgelte?)($|[^\p{L}])/iu

/** The reason code if the text of a debit says that a payment was returned; otherwise empty. */
export function returnReasonIn(text: string, known_return = false): string {
  if (!known_return && (!returned.test(text) || fee.test(text))) return ''
  return code.exec(text)?.[1] ?? unspecified
}
