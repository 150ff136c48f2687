import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { chooseDensity, densities } from '../../components/density.ts'
import { SearchIcon } from '../../components/icons.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { addTexts, chooseLanguage, type Language, language, languages } from '../../translations/index.ts'
import { useMe } from '../../use_me.ts'
import type { TextKey } from '../area_parts.ts'
import { creationsFor } from '../creations.ts'
import { entriesFor } from '../menu.ts'
import { pagesFor } from '../pages.ts'
import { showShortcuts } from '../Shortcuts.tsx'
import { confirmSignOut } from '../SignOutDialog.tsx'
import { switchSpace } from '../switch_space.ts'
import type { PaletteItem } from './items.ts'

/** Texts by key, in one language. */
type Texts = (key: string, options?: Record<string, unknown>) => string

const textsOf = (code: Language): Texts => i18next.getFixedT(code, 'shell') as unknown as Texts

interface Told {
  id: string
  /** Its name in a language. */
  label: (t: Texts) => string
  /** Other words it is found by. */
  words?: (t: Texts) => string
  /** A page in a section, such as a field of the settings: people named so are meant first. */
  isInner?: boolean
  detail?: string
  icon?: ReactNode
  keys?: string
  run: () => void
}

/** What the palette can do, and the pages it can open. They are found by their names in every language. */
export function useCommands(opened: boolean) {
  const me = useMe()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // Loads the texts of the other languages, which are searched too.
  useQuery({ queryKey: ['texts'], queryFn: addTexts, enabled: opened, staleTime: Number.POSITIVE_INFINITY })
  const go = (to: string, search: object = {}, hash?: string) =>
    void navigate({ to, search, ...(hash && { hash }) } as Parameters<typeof navigate>[0])
  const here = textsOf(language())
  const item = ({ label, words = () => '', isInner, detail, icon, keys, ...one }: Told): PaletteItem => {
    const all = [language(), ...(Object.keys(languages) as Language[]).filter(code => code !== language())].map(textsOf)
    const found = all.map(words).filter(Boolean)
    return {
      ...one,
      label: label(here),
      detail,
      icon,
      keys,
      texts: [...all.map(label), ...(isInner ? [] : found)],
      ...(isInner && { words: found }),
    }
  }
  const create = creationsFor(me.may).map(({ name, to, search, Icon }) =>
    item({
      id: `create ${name}`,
      label: t => t(`create.${name}`),
      words: t => t(`create_words.${name}`),
      icon: <Icon size={18} />,
      run: () => go(to, search),
    }),
  )
  const newContact = (name: string): PaletteItem[] =>
    creationsFor(me.may)
      .filter(one => one.name === 'contact')
      .map(({ to, search, Icon }) => ({
        id: 'create named contact',
        label: here('palette.new_contact', { name }),
        icon: <Icon size={18} />,
        texts: [],
        run: () => go(to, { ...search, name }),
      }))
  const searchContacts = (q: string): PaletteItem[] =>
    me.may('contacts:read')
      ? [
          {
            id: 'search contacts',
            label: here('palette.search_contacts', { words: q }),
            icon: <SearchIcon size={18} />,
            texts: [],
            run: () => go('/contacts', { q }),
          },
        ]
      : []
  const others = me.spaces.filter(({ id }) => id !== me.space.id)
  const goHome = () => navigate({ to: '/' })
  const does: Told[] = [
    ...others.map(({ id, name }) => ({
      id: `space ${id}`,
      label: (t: Texts) => t('palette.switch_space', { name }),
      run: () => void switchSpace(id, me.user, goHome).catch(notifyError),
    })),
    ...(Object.entries(languages) as [Language, string][]).map(([code, name]) => ({
      id: `language ${code}`,
      label: (t: Texts) => t('palette.language', { name }),
      words: (t: Texts) => t(`palette.language_words.${code}`),
      ...(code === language() && { detail: here('palette.chosen') }),
      run: () => void chooseLanguage(code),
    })),
    ...(['light', 'dark', 'auto'] as const).map(scheme => ({
      id: `theme ${scheme}`,
      label: (t: Texts) => t('palette.theme', { name: t(`account.${scheme}`) }),
      words: (t: Texts) => t(`palette.theme_words.${scheme}`),
      ...(scheme === colorScheme && { detail: here('palette.chosen') }),
      run: () => setColorScheme(scheme),
    })),
    ...densities.map(density => ({
      id: `density ${density}`,
      label: (t: Texts) => t('palette.density', { name: t(`density.${density}`) }),
      run: () => chooseDensity(density),
    })),
    { id: 'keys', label: t => t('account.keys'), keys: '?', run: showShortcuts },
    { id: 'security', label: t => t('account.security'), run: () => location.assign('/account') },
    {
      id: 'sign out',
      label: t => t('account.sign_out'),
      words: t => t('palette.sign_out_words'),
      run: () => void confirmSignOut(),
    },
  ]
  const menu = entriesFor(me.may)
  // A page that is listed as a command is not listed twice.
  const commanded = new Set<string>(creationsFor(me.may).flatMap(({ to, search }) => ('open' in search ? [] : [to])))
  const listed = pagesFor(me.may).filter(({ to }) => !commanded.has(to))
  const pages = listed.map(({ to, search, hash, isOutside, text, words, detail, section }) => {
    const entry = menu.find(({ name }) => name === section)
    const isRoot = entry?.path === to && !search
    const texts = (t: Texts, one: TextKey) => t(one.key, { ns: one.ns })
    return item({
      id: `page ${to} ${JSON.stringify(search ?? {})} ${hash ?? ''}`,
      label: t => texts(t, text),
      words: t =>
        [words && texts(t, words), isRoot ? t(`page_words.${section}`) : t(`menu.${section}`)]
          .filter(Boolean)
          .join(' '),
      isInner: !isRoot,
      ...(!isRoot && { detail: detail ? texts(here, detail) : here(`menu.${section}`) }),
      icon: entry && <entry.Icon size={18} />,
      ...(isRoot && { keys: `G ${entry.key.toUpperCase()}` }),
      run: () => (isOutside ? location.assign(to) : go(to, search, hash)),
    })
  })
  return { create, newContact, searchContacts, does: does.map(item), pages, go }
}
