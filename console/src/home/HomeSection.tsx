import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export const HomeSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper withBorder p="md" component="section" aria-label={title}>
    <Title order={2} size="h5" mb="sm">
      {title}
    </Title>
    {children}
  </Paper>
)
