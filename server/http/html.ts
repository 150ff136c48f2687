import type { ApiError } from '../errors.ts'
import { problems } from '../errors.ts'

/** Markup that is safe to send. Only `html` makes it, and `html` escapes whatever is put into it. */
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
  return part instanceof Markup ? part.text : String(part).replace(/[&<>"']/g, sign => entities[sign]!)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export type Language = 'fr' | 'en'

/** The language a person's browser prefers, among those we speak. */
export function languageOf(acceptLanguage: string, otherwise: Language = 'en'): Language {
  const wished = acceptLanguage.split(',').map(part => {
    const [tag = '', quality] = part.trim().split(/\s*;\s*q\s*=\s*/i)
    return { language: tag.slice(0, 2).toLowerCase(), weight: quality === undefined ? 1 : Number(quality) || 0 }
  })
  const spoken = wished
    .filter(({ language, weight }) => weight > 0 && (language === 'fr' || language === 'en'))
    .sort((a, b) => b.weight - a.weight)
  return (spoken[0]?.language as Language | undefined) ?? otherwise
}

/** A whole page: our one style sheet, no script, nothing from anywhere else. */
export function pageOf(
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

/** A refusal, told to a person on a page of ours. */
export function errorScreen(error: ApiError, acceptLanguage: string) {
  const language = languageOf(acceptLanguage)
  const [status, title] = problems[error.code]
  const said =
    language === 'en'
      ? { title, detail: error.message }
      : (french[error.code] ?? french[status] ?? { title, detail: error.message })
  return pageOf({ title: said.title, language }, html`<h1>${said.title}</h1><p>${said.detail}</p>`)
}

const french: Record<string | number, { title: string; detail: string }> = {
  mail_taken: {
    title: 'Adresse déjà utilisée',
    detail:
      'Un autre membre de cet espace a déjà cette adresse. Demandez à la personne qui vous a invité·e de la corriger.',
  },
  400: { title: 'Demande illisible', detail: 'Cette demande n’a pas pu être lue.' },
  409: { title: 'Conflit', detail: 'Quelqu’un d’autre est passé en même temps. Rechargez la page.' },
  413: { title: 'Trop long', detail: 'Ce qui a été envoyé est trop long.' },
  414: { title: 'Adresse trop longue', detail: 'Cette adresse est trop longue.' },
  415: { title: 'Format refusé', detail: 'Utilisez le formulaire de la page.' },
  422: { title: 'Demande incorrecte', detail: 'Quelque chose ne va pas dans cette demande.' },
  404: { title: 'Introuvable', detail: 'Il n’y a rien à cette adresse.' },
  405: { title: 'Méthode refusée', detail: 'Cette page ne peut pas être utilisée ainsi.' },
  429: { title: 'Trop de demandes', detail: 'Attendez un instant, puis recommencez.' },
  500: {
    title: 'Une erreur est survenue',
    detail: 'Quelque chose s’est mal passé de notre côté. L’incident est enregistré.',
  },
  503: { title: 'Indisponible pour le moment', detail: 'Recommencez dans un instant.' },
}
