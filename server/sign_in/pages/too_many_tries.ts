import type { Language } from '../../http/html.ts'

/** How long to wait after too many tries, as people count time. */
export function tooManyTries(language: Language, wait_s: number) {
  const [amount, unit] = wait_s < 90 ? ([wait_s, 's'] as const) : ([Math.ceil(wait_s / 60), 'min'] as const)
  return texts[language](amount, unit)
}

const texts = {
  en: (amount: number, unit: 's' | 'min') =>
    `There were many tries. Please wait ${amount} ${unit === 's' ? 'seconds' : 'minutes'} before the next one.`,
  fr: (amount: number, unit: 's' | 'min') =>
    `Il y a eu beaucoup d’essais. Attendez ${amount} ${unit === 's' ? 'secondes' : 'minutes'} avant le prochain.`,
}
