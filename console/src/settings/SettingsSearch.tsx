import { Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchIcon } from '../components/icons.tsx'
import { useMe } from '../use_me.ts'
import { type FoundSetting, findSettings } from './find_settings.ts'
import { sectionsFor } from './sections.ts'
import { useSettingsText } from './use_settings_text.ts'

interface Props {
  typed: string
  onType: (typed: string) => void
}

/** Finds sections and their fields by words. The arrow keys choose, Enter opens. */
export function SettingsSearch({ typed, onType }: Props) {
  const { t } = useTranslation('settings_search')
  const { may } = useMe()
  const { textOf } = useSettingsText()
  const navigate = useNavigate()
  const list = useId()
  const [marked, setMarked] = useState(0)
  const isEmpty = typed.trim() === ''
  const found = isEmpty ? [] : findSettings(typed, sectionsFor(may), textOf)
  const chosen = Math.min(marked, found.length - 1)
  const open = ({ section, field }: FoundSetting) => {
    onType('')
    if (section.isOutside) return location.assign(section.to)
    const { to, search = {} } = section
    void navigate({ to, search, ...(field && { hash: field.id }) } as Parameters<typeof navigate>[0])
  }
  useEffect(() => {
    document.getElementById(`${list}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, chosen])
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const one = found[chosen]
    if (event.key === 'ArrowDown') setMarked((chosen + 1) % found.length || 0)
    else if (event.key === 'ArrowUp') setMarked((chosen - 1 + found.length) % found.length || 0)
    else if (event.key === 'Enter' && one) open(one)
    else if (event.key === 'Escape' && typed) onType('')
    else return
    event.preventDefault()
  }
  return (
    <div className="settings-search">
      <TextInput
        role="combobox"
        aria-label={t('label')}
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${list}-${chosen}` : undefined}
        placeholder={t('label')}
        leftSection={<SearchIcon size={16} />}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={event => {
          onType(event.currentTarget.value)
          setMarked(0)
        }}
        onKeyDown={press}
      />
      <div role="listbox" id={list} aria-label={t('label')} hidden={found.length === 0}>
        {found.map(({ section, field }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field, which keeps the focus.
          <div
            key={`${section.name} ${field?.id ?? ''}`}
            role="option"
            id={`${list}-${index}`}
            aria-selected={index === chosen}
            tabIndex={-1}
            className="settings-option"
            onClick={() => open({ section, ...(field && { field }) })}
          >
            <Text span size="sm" fw={500} className="settings-option-name">
              {textOf(field?.text ?? section.text)}
            </Text>
            <Text span size="xs" c="dimmed">
              {textOf(field ? section.text : { key: `group.${section.group}`, ns: 'settings_search' })}
            </Text>
          </div>
        ))}
      </div>
      <Text role="status" size="sm" c="dimmed" className={found.length > 0 || isEmpty ? 'unseen' : 'settings-none'}>
        {isEmpty ? '' : found.length > 0 ? t('results', { count: found.length }) : t('none', { typed: typed.trim() })}
      </Text>
    </div>
  )
}
