/** Whether the check digits of an IBAN are right (ISO 13616): as a number, with letters from 10, it is 1 modulo 97. */
export function isIban(text: string) {
  const iban = text.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map(sign => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
