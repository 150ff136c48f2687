import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type en from './en/index.ts'
import { regionFor } from './region.ts'

export const languages = { en: 'English', fr: 'Français' } as const
export type Language = keyof typeof languages

const language_key = 'muster.language'
const load: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('./en/index.ts'),
  fr: () => import('./fr/index.ts'),
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    nsSeparator: false
    resources: typeof en
  }
}

export async function startTranslations() {
  await i18next.use(initReactI18next).init({
    lng: preferred(),
    defaultNS: 'shell',
    // Permissions have a colon in their names.
    nsSeparator: false,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  await loadLanguage(preferred())
  // The other tabs follow when a language is chosen in one.
  addEventListener('storage', ({ key }) => {
    if (key === language_key) void loadLanguage(preferred())
  })
}

/** Loads the texts of all languages, for searching in them. */
export async function addTexts() {
  await Promise.all((Object.keys(languages) as Language[]).map(addTextsOf))
  return true
}

async function addTextsOf(language: Language) {
  const { default: namespaces } = await load[language]()
  for (const [namespace, texts] of Object.entries(namespaces)) i18next.addResourceBundle(language, namespace, texts)
}

/** Changes the language of the page and loads its texts. */
export async function loadLanguage(language: Language) {
  await addTextsOf(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export function chooseLanguage(language: Language) {
  localStorage.setItem(language_key, language)
  return loadLanguage(language)
}

export const language = () => i18next.language as Language

/** The language with the region of the browser, for numbers and dates. */
export const region = () => regionFor(language(), navigator.languages)

function preferred(): Language {
  const candidates = [localStorage.getItem(language_key), ...navigator.languages].map(tag => tag?.slice(0, 2))
  return (candidates.find(tag => tag !== undefined && tag in languages) as Language | undefined) ?? 'en'
}
