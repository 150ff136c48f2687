// Numbers are stored as they were typed. They are read in one form, without a table of the countries' plans.

const french = /^(?:\+33|0033)?0?([1-9])(\d{2})(\d{2})(\d{2})(\d{2})$/

/** A telephone number as it is written in France, in pairs; any other number with spaces in place of dots, dashes and slashes. */
export function formatPhone(text: string): string {
  const digits = text.replace(/\(0\)|[^\d+]/g, '')
  const parts = /^(?:0[1-9]|\+33|0033)/.test(digits) ? french.exec(digits) : null
  if (parts) return `0${parts.slice(1).join(' ')}`
  return text.replace(/[\s./-]+/g, ' ').trim()
}
