import { Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useSetTrail } from './trail.ts'

/** The title of a page and its actions. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(`${title} · Muster`)
  useSetTrail(title)
  return (
    <Group justify="space-between" mb="sm" gap="sm">
      <Title order={1} size="h2" className="page-title">
        {title}
      </Title>
      {children && (
        <Group gap="xs" className="page-actions">
          {children}
        </Group>
      )}
    </Group>
  )
}
