import { type DragEvent, useState } from 'react'

/** Reorders a list by dragging its rows. Buttons do the same for the keyboard. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setFrom(undefined)
    setOver(undefined)
  }
  return (index: number) => ({
    draggable: true,
    'data-dragged': from === index || undefined,
    'data-drop': (from !== undefined && over === index && from !== index) || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setFrom(index)
    },
    onDragOver: (event: DragEvent) => {
      if (from === undefined) return
      event.preventDefault()
      setOver(index)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (from !== undefined && from !== index) onMove(from, index)
      end()
    },
    onDragEnd: end,
  })
}
