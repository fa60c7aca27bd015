import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { IconButton } from '../../../src/base/ui/icon-button.tsx'

/** Moves the items of a list one place up or down, and keeps the focus on the button that moved. */
export function useOrder<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, by: 1 | -1) => {
    const moved = [...items]
    const [item] = moved.splice(from, 1)
    if (item === undefined) return
    flushSync(() => onChange(moved.toSpliced(from + by, 0, item)))
    // An element that moves in the page loses the focus, and a button at the end of the list is disabled.
    const buttons = list.current?.children[from + by]?.querySelectorAll<HTMLButtonElement>('[data-move]')
    const enabled = [...(buttons ?? [])].filter(({ disabled }) => !disabled)
    const same = enabled.find(({ dataset }) => dataset['move'] === String(by))
    ;(same ?? enabled[0])?.focus()
  }
  return { list, move }
}

interface OrderButtonsProps {
  /** Of the item: «Маршрут 2». */
  label: string
  place: number
  count: number
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

export const OrderButtons = ({ label, place, count, onMove, onRemove }: OrderButtonsProps) => (
  <>
    <IconButton
      label={`${label}: выше`}
      icon={<ArrowUp size={18} />}
      data-move="-1"
      disabled={place === 0}
      onClick={() => onMove(-1)}
    />
    <IconButton
      label={`${label}: ниже`}
      icon={<ArrowDown size={18} />}
      data-move="1"
      disabled={place === count - 1}
      onClick={() => onMove(1)}
    />
    <IconButton label={`${label}: убрать`} icon={<Trash2 size={18} />} onClick={onRemove} />
  </>
)
