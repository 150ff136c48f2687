import { Anchor, Group, Paper, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A short list of records, each in a card that opens it. */
export const CardList = ({ label, children }: { label: string; children: ReactNode }) => (
  <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
    {children}
  </Stack>
)

interface CardProps {
  name: string
  /** The page of the list, on which the record opens. */
  to: string
  id: number
  /** Beside the name, such as a badge. */
  state: ReactNode
  children: ReactNode
}

export const RecordCard = ({ name, to, id, state, children }: CardProps) => (
  <Paper component="li" withBorder p="md">
    <Group justify="space-between" gap="xs">
      <Anchor component={Link} to={to} search={{ open: id } as never} fw={600} className="breaking">
        {name}
      </Anchor>
      {state}
    </Group>
    {children}
  </Paper>
)
