import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** An empty list: what it would show, why it is empty, and the first step. */
export function EmptyState({ title, why, children }: { title: string; why?: string; children?: ReactNode }) {
  return (
    <Stack align="center" ta="center" py="xl" px="md" gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {why && (
        <Text c="dimmed" maw={440}>
          {why}
        </Text>
      )}
      {children}
    </Stack>
  )
}
