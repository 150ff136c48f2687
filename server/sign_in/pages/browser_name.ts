import type { Language } from '../../http/html.ts'

// User agents contain the names of other browsers, so the most specific name comes first.
const browsers: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const length_max = 60

/** A readable name for a user agent. */
export function browserName(language: Language, agent: string) {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return language === 'fr' ? `${browser} sur ${system}` : `${browser} on ${system}`
  return (
    browser ?? system ?? (agent.slice(0, length_max) || (language === 'fr' ? 'Navigateur inconnu' : 'Unknown browser'))
  )
}
