import { Tabs } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Loading } from './Loading.tsx'
import { useTabLine } from './use_tab_line.ts'

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
  const line = useTabLine(open)
  return (
    <Tabs value={open} onChange={name => onOpen(name as Name)} keepMounted={false} className="tab-scroll">
      <Tabs.List ref={line} aria-label={label}>
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
