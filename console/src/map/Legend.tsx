import { Group, Text } from '@mantine/core'
import { CheckIcon } from '../components/icons.tsx'

/** Explains the two kinds of marks. */
export function Legend({ done, open }: { done: string; open: string }) {
  return (
    <Group gap="lg">
      <Group gap={6}>
        <span className="map-mark map-sample" data-done="true" aria-hidden="true">
          <span>
            <CheckIcon size={14} />
          </span>
        </span>
        <Text size="sm">{done}</Text>
      </Group>
      <Group gap={6}>
        <span className="map-mark map-sample" data-done="false" aria-hidden="true">
          <span />
        </span>
        <Text size="sm">{open}</Text>
      </Group>
    </Group>
  )
}
