import type { Language } from '../../http/html.ts'

export function tooManyTries(language: Language, wait_s: number) {
  const [amount, unit] = wait_s < 90 ? ([wait_s, 's'] as const) : ([Math.ceil(wait_s / 60), 'min'] as const)
  return texts[language](amount, unit)
}

const texts = {
  en: (amount: number, unit: 's' | 'min') =>
    `Too many tries. Wait ${amount} ${unit === 's' ? 'seconds' : 'minutes'} and try again.`,
  fr: (amount: number, unit: 's' | 'min') =>
    `Trop d’essais. Attendez ${amount} ${unit === 's' ? 'secondes' : 'minutes'} avant de réessayer.`,
}
