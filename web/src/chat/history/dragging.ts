// Chats are dragged into a folder, to the pinned ones, or out of both. Who uses no pointer has the menu of a chat.
import { type DragEvent, useState } from 'react'
import { useStore } from 'zustand/react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { useList } from './list-context.ts'
import { chosenOf } from './selecting.tsx'

/** Of what is dragged inside the page, so that a file or a text from elsewhere finds no target. */
const type = 'application/x-chats'

const dragged = pageStore<ReadonlySet<number>>(() => new Set())

export const useIsDragging = (): boolean => useStore(dragged, ({ size }) => size > 0)

/** @returns what makes a row one that can be dragged: alone, or with the other chosen ones */
export function useDragging(id: number) {
  const { selecting } = useList()
  const begin = (event: DragEvent) => {
    const ids = selecting?.ids.has(id) ? selecting.ids : new Set([id])
    event.dataTransfer.setData(type, [...ids].join())
    event.dataTransfer.effectAllowed = 'copyMove'
    // Browsers end a drag whose page changes while it begins.
    setTimeout(() => dragged.setState(ids, true))
  }
  return { draggable: true, onDragStart: begin, onDragEnd: () => dragged.setState(new Set(), true) }
}

const isOurs = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(type)

/** @param act what happens with the chats that are dropped here */
export function useDropTarget(act: (chosen: Conversation[]) => void) {
  const queries = useQueryClient()
  const [isOver, setIsOver] = useState(false)
  const isDragging = useIsDragging()
  const over = (event: DragEvent) => {
    if (!isOurs(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setIsOver(true)
  }
  return {
    'data-drop': isDragging ? (isOver ? 'over' : 'here') : undefined,
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!isOurs(event)) return
      event.preventDefault()
      // The whole page takes files that are dropped.
      event.stopPropagation()
      setIsOver(false)
      const chosen = chosenOf(queries, dragged.getState())
      dragged.setState(new Set(), true)
      if (chosen.length > 0) act(chosen)
    }
  }
}

/** Where a dragged chat may be let go, and where it is just now. */
export const dropClass =
  'rounded-control data-drop:outline-1 data-drop:outline-dashed data-drop:outline-line-strong data-[drop=over]:bg-accent-soft data-[drop=over]:outline-2 data-[drop=over]:outline-accent'
