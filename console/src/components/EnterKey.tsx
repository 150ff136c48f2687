import { Kbd } from '@mantine/core'
import { EnterIcon } from './icons.tsx'

/** The sign of the Enter key, which not every font has. */
export function EnterKey({ before = '' }: { before?: string }) {
  return (
    <Kbd visibleFrom="sm" className="enter-key">
      {before} <EnterIcon size={12} />
    </Kbd>
  )
}
