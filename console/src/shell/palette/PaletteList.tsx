import { Kbd, Text } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaletteGroup, PaletteItem } from './items.ts'

interface Props {
  id: string
  box: RefObject<HTMLDivElement | null>
  groups: PaletteGroup[]
  marked: PaletteItem | undefined
  waiting: boolean
  optionId: (item: PaletteItem) => string
  onMark: (item: PaletteItem) => void
  onRun: (item: PaletteItem) => void
}

/** The results in groups, of a fixed height. The keyboard stays in the search field. */
export function PaletteList({ id, box, groups, marked, waiting, optionId, onMark, onRun }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <div ref={box} id={id} className="palette-list" role="listbox" aria-label={t('palette.list')} aria-busy={waiting}>
        {groups.map(({ name, label, items, stale }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a list box.
          <div key={name} role="group" aria-label={label} data-stale={stale}>
            <div className="palette-group" aria-hidden>
              {label}
            </div>
            {items.map(item => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search field, which has the focus.
              // biome-ignore lint/a11y/useFocusableInteractive: the search field names the marked option.
              <div
                key={item.id}
                id={stale ? undefined : optionId(item)}
                role="option"
                aria-selected={item === marked}
                aria-disabled={stale}
                data-selected={item === marked || undefined}
                className="palette-item"
                onPointerMove={() => !stale && item !== marked && onMark(item)}
                onClick={() => !stale && onRun(item)}
              >
                {item.icon}
                <span className="palette-text">
                  <span className="palette-label">{item.label}</span>
                  {item.detail && <span className="palette-detail">{item.detail}</span>}
                </span>
                {item.keys && <Kbd aria-hidden>{item.keys}</Kbd>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {groups.length === 0 && (
        <Text c="dimmed" ta="center" p="xl" flex={1}>
          {t(waiting ? 'message.loading' : 'search.empty')}
        </Text>
      )}
    </>
  )
}
