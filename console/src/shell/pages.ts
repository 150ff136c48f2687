import { areaParts, type SettingsLink, type TextKey } from './area_parts.ts'
import { entriesFor, type MenuEntry } from './menu.ts'

/** A page of the console. Texts are keys of translations, so that it is found in every language. */
export interface PageLink extends Partial<SettingsLink> {
  to: string
  text: TextKey
  /** The section it belongs to. */
  section: MenuEntry['name']
}

type May = (...permissions: string[]) => boolean

/** Every page that the user may open. */
export function pagesFor(may: May): PageLink[] {
  const menu = entriesFor(may)
  return [
    ...menu.map(({ name, path }) => page(name, path, `menu.${name}`, 'shell')),
    ...inner.filter(({ section, needs = [] }) => menu.some(({ name }) => name === section) && may(...needs)),
    ...areaParts()
      .settingsFor(may)
      .map(link => ({ ...link, section: 'settings' as const })),
  ]
}

const page = (section: MenuEntry['name'], to: string, key: string, ns: string): PageLink => ({
  section,
  to,
  text: { key, ns },
})

const inner: (PageLink & { needs?: string[] })[] = [
  { ...page('contacts', '/contacts/import', 'import.title', 'contacts'), needs: ['contacts:write'] },
  { ...page('contacts', '/contacts/duplicates', 'duplicates.title', 'contacts'), needs: ['contacts:write'] },
  { ...page('contacts', '/contacts/deleted', 'deleted.title', 'contacts'), needs: ['contacts:write'] },
  { ...page('payments', '/payments', 'view.check', 'payments'), search: { view: 'check' } },
  { ...page('payments', '/payments', 'view.unpaid', 'payments'), search: { view: 'unpaid' } },
  page('payments', '/payments/batches', 'view.batches', 'payments'),
  page('payments', '/payments/ledger', 'view.ledger', 'payments'),
  { ...page('actions', '/actions', 'when.coming', 'actions'), search: { when: 'coming' } },
  { ...page('actions', '/actions', 'when.past', 'actions'), search: { when: 'past' } },
  { ...page('actions', '/actions', 'when.archived', 'actions'), search: { when: 'archived' } },
]
