import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  title: string
  why?: string
  /** Whether it is shown in place of the page: then its title is that of the page, and has the focus. */
  isPage?: boolean
  children?: ReactNode
}

/** An empty list: what it would show, why it is empty, and the first step. */
export function EmptyState({ title, why, isPage = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isPage) heading.current?.focus()
  }, [isPage])
  return (
    <Stack align="center" ta="center" py="xl" px="md" gap="sm">
      <Title order={isPage ? 1 : 2} size="h4" ref={heading} {...(isPage && { tabIndex: -1, className: 'error-title' })}>
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
