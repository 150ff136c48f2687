import { Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ListContent, type ListContentProps } from './ListContent.tsx'
import { PageHeader } from './PageHeader.tsx'

interface Props extends ListContentProps {
  title: string
  /** Buttons and links beside the title. */
  actions?: ReactNode
  /** Above the list, such as a form that adds to it. */
  before?: ReactNode
  tabs?: ReactNode
  filters?: ReactNode
  /** Below the list: drawers, dialogs, links. */
  after?: ReactNode
  /** A frame around tabs, filters and list; without one, the items of the list have their own. */
  framed?: boolean
}

/** The page of a list: title, tabs, filters, and the list or its state (loading, error, no match, empty). */
export function ListPage({ title, actions, before, tabs, filters, after, framed = true, ...content }: Props) {
  const list = (
    <>
      {tabs}
      {filters}
      <ListContent {...content} />
    </>
  )
  return (
    <>
      <PageHeader title={title}>{actions}</PageHeader>
      {framed ? (
        <>
          {before}
          <Paper withBorder>{list}</Paper>
          {after}
        </>
      ) : (
        <Stack>
          {before}
          {list}
          {after}
        </Stack>
      )}
    </>
  )
}
