import { useCallback, useEffect, useState } from 'react'
import type { Coordinates } from '../../map/projection.ts'

export interface OwnPosition {
  /** Undefined until the user asks for it. It stays in this tab and is never sent. */
  position: Coordinates | undefined
  state: 'off' | 'asking' | 'on' | 'refused' | 'unknown'
  start: () => void
  stop: () => void
}

const options = { enableHighAccuracy: true, maximumAge: 10_000, timeout: 30_000 }

/** Where the phone is. The browser is asked only after the user pressed a button. */
export function useOwnPosition(): OwnPosition {
  const [wanted, setWanted] = useState(false)
  const [position, setPosition] = useState<Coordinates>()
  const [state, setState] = useState<OwnPosition['state']>('off')
  useEffect(() => {
    if (!wanted) return
    if (!('geolocation' in navigator)) return setState('unknown')
    setState('asking')
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude } }) => {
        setPosition({ latitude, longitude })
        setState('on')
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      options,
    )
    return () => {
      navigator.geolocation.clearWatch(watch)
      setPosition(undefined)
    }
  }, [wanted])
  const start = useCallback(() => setWanted(true), [])
  const stop = useCallback(() => {
    setWanted(false)
    setState('off')
  }, [])
  return { position, state, start, stop }
}
