import { Tabs } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Loading } from './Loading.tsx'
import { useScrollEnds } from './use_scroll_ends.ts'

interface Props<Name extends string> {
  names: readonly Name[]
  open: Name
  onOpen: (name: Name) => void
  labelOf: (name: Name) => string
  /** The name of the tab list for screen readers. */
  label?: string
  /** The content of a tab, unless the page shows it elsewhere. */
  panel?: (name: Name) => ReactNode
}

/** Tabs in one line, and the content of the open one. */
export function PageTabs<Name extends string>({ names, open, onOpen, labelOf, label, panel }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const ends = useScrollEnds()
  const merged = useMergedRef(list, ends)
  // The list scrolls sideways where it is too long: the open tab must be visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when another tab opens.
  useEffect(() => {
    // Only then: the next Tab key would start from there.
    if (list.current && list.current.scrollWidth > list.current.clientWidth)
      list.current.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <Tabs value={open} onChange={name => onOpen(name as Name)} keepMounted={false} className="tab-scroll">
      <Tabs.List ref={merged} aria-label={label}>
        {names.map(name => (
          <Tabs.Tab key={name} value={name}>
            {labelOf(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {panel &&
        names.map(name => (
          <Tabs.Panel key={name} value={name} pt="md">
            <Suspense fallback={<Loading />}>{name === open && panel(name)}</Suspense>
          </Tabs.Panel>
        ))}
    </Tabs>
  )
}
