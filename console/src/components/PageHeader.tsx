import { Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

/** The title of a page and its actions. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(`${title} · Muster`)
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Title order={1} size="h2">
        {title}
      </Title>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  )
}
