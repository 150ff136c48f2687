import type { ApiError } from '../errors.ts'
import { problems } from '../errors.ts'

/** Markup that is safe to send. Only `html` creates it, and escapes every value. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | undefined | false | Part[]

export function html(strings: TemplateStringsArray, ...parts: Part[]) {
  return new Markup(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return part instanceof Markup ? part.text : String(part).replace(/[&<>"']/g, sign => entities[sign] ?? sign)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export type Language = 'fr' | 'en'

/** The supported language that the browser prefers. */
export function languageOf(acceptLanguage: string, otherwise: Language = 'en'): Language {
  const preferences = acceptLanguage.split(',').map(part => {
    const [tag = '', quality] = part.trim().split(/\s*;\s*q\s*=\s*/i)
    return { language: tag.slice(0, 2).toLowerCase(), weight: quality === undefined ? 1 : Number(quality) || 0 }
  })
  const [best] = preferences
    .filter(({ language, weight }) => weight > 0 && (language === 'fr' || language === 'en'))
    .sort((a, b) => b.weight - a.weight)
  return (best?.language as Language | undefined) ?? otherwise
}

/** A complete page, with one style sheet and no script. */
export function htmlDocument(
  { title, language, wide }: { title: string; language: Language; wide?: boolean },
  content: Markup,
) {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Muster</title>
<link rel="stylesheet" href="/pages.css">
</head>
<body>
<main${wide && new Markup(' class="wide"')}>
${content}
</main>
</body>
</html>
`.text
}

/** An error as an HTML page. */
export function errorScreen(error: ApiError, acceptLanguage: string) {
  const language = languageOf(acceptLanguage)
  const [status, title] = problems[error.code]
  const text =
    language === 'en'
      ? { title, detail: error.message }
      : (french[error.code] ?? french[status] ?? { title, detail: error.message })
  return htmlDocument({ title: text.title, language }, html`<h1>${text.title}</h1><p>${text.detail}</p>`)
}

const french: Record<string | number, { title: string; detail: string }> = {
  mail_taken: {
    title: 'Adresse déjà utilisée',
    detail:
      'Un autre membre de cet espace utilise déjà cette adresse. Demandez à la personne qui vous a invité·e de la corriger.',
  },
  400: { title: 'Demande illisible', detail: 'Cette demande n’a pas pu être lue.' },
  409: { title: 'Conflit', detail: 'Une autre modification a eu lieu en même temps. Rechargez la page.' },
  413: { title: 'Envoi trop volumineux', detail: 'Les données envoyées sont trop volumineuses.' },
  414: { title: 'Adresse trop longue', detail: 'Cette adresse est trop longue.' },
  415: { title: 'Format refusé', detail: 'Utilisez le formulaire de cette page.' },
  422: { title: 'Demande incorrecte', detail: 'Cette demande contient une erreur.' },
  404: { title: 'Page introuvable', detail: 'Il n’y a rien à cette adresse.' },
  405: { title: 'Méthode refusée', detail: 'Cette page n’accepte pas ce type de demande.' },
  429: { title: 'Trop de demandes', detail: 'Patientez un instant, puis réessayez.' },
  500: {
    title: 'Une erreur est survenue',
    detail: 'Une erreur est survenue de notre côté. Elle a été enregistrée.',
  },
  503: { title: 'Indisponible pour le moment', detail: 'Réessayez dans un instant.' },
}
