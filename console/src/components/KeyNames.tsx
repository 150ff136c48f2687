import { Group, Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DownIcon, LeftIcon, RightIcon, UpIcon } from './icons.tsx'

/** Signs that not every font has. */
const arrows: Record<string, typeof UpIcon> = { '←': LeftIcon, '→': RightIcon, '↑': UpIcon, '↓': DownIcon }
const translated = ['Shift', 'Esc', 'Del', 'Enter', 'Space'] as const

/** Keys as they are printed on the reader's keyboard. Keys to press one after another are separated by spaces, alternatives by a slash with spaces. */
export function KeyNames({ keys }: { keys: string }) {
  const { t } = useTranslation()
  const nameOf = (key: string) => {
    const known = translated.find(one => one === key)
    return known ? t(`key_names.${known}`) : key
  }
  return (
    <Group gap={4} wrap="nowrap">
      {keys.split(' / ').map(one => {
        const Arrow = arrows[one]
        return (
          <Kbd key={one} size="xs" className="key-name">
            {Arrow ? <Arrow size={12} /> : one.split(' ').map(nameOf).join(' ')}
          </Kbd>
        )
      })}
    </Group>
  )
}
