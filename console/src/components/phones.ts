// Numbers are stored as they were typed. They are read in one form, without a table of the countries' plans.

const national = /^0([1-9])(\d{2})(\d{2})(\d{2})(\d{2})$/
const french = /^(?:\+|00)330?([1-9])(\d{2})(\d{2})(\d{2})(\d{2})$/

/** A telephone number as it is written in France, in pairs; any other number with spaces in place of dots, dashes and slashes. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\(0\)|[^\d+]/g, '')
  const home = national.exec(digits)
  if (home) return `0${home.slice(1).join(' ')}`
  const abroad = french.exec(digits)
  // From another country the number is dialled with +33.
  if (abroad) return `+33 ${abroad.slice(1).join(' ')}`
  return text.replace(/[\s./-]+/g, ' ').trim()
}
