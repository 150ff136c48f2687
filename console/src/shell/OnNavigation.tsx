import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Acts whenever another page is shown. A component of its own, so that navigation does not render what surrounds it. */
export function OnNavigation({ act }: { act: () => void }) {
  const pathname = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page matters.
  useEffect(act, [pathname])
  return null
}
