import { readdirSync } from 'node:fs'
import type { Json } from './document.ts'

interface Area {
  title: string
  tags: Json[]
}

/** The folders of resources, and their titles in the menu. */
const titles = {
  organisation: 'Organisation',
  contacts: 'Contacts',
  money: 'Money',
  field: 'Field work',
  integrations: 'Integrations',
} as const

// Its operations are in the folder of the bundles that its records belong to.
const without_folder: Record<string, keyof typeof titles> = { transactions: 'money' }

const server = 'Server'

/** The resources by area, in the order of the document. What belongs to no area comes last. */
export function areasOf(tags: Json[]): Area[] {
  const folders = Object.entries(titles).map(([folder, title]) => ({
    title,
    names: new Set(readdirSync(new URL(`../../${folder}/`, import.meta.url))),
  }))
  const titleOf = (name: string) => {
    const area = without_folder[name]
    return area ? titles[area] : folders.find(({ names }) => names.has(name))?.title
  }
  return [...Object.values(titles), server].map(title => ({
    title,
    tags: tags.filter(({ name }) => (titleOf(name) ?? server) === title),
  }))
}
