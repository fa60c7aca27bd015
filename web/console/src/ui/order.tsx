import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../src/base/ui/button.tsx'
import { IconButton } from '../../../src/base/ui/icon-button.tsx'

/** Moves the items of a list one place up or down, and keeps the focus on the button that moved. */
function useOrder<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, by: 1 | -1) => {
    const moved = [...items]
    const [item] = moved.splice(from, 1)
    if (item === undefined) return
    flushSync(() => onChange(moved.toSpliced(from + by, 0, item)))
    // An element that moves in the page loses the focus.
    list.current?.children[from + by]?.querySelector<HTMLElement>(`[data-move="${by}"]`)?.focus()
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

interface Keyed {
  /** Of this editor, so that a field keeps its text when the item moves. */
  key: number
}

/** What the form of an item gets. */
export interface OrderedProps<Item> {
  item: Item
  place: number
  count: number
  onChange: (item: Item) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

interface OrderedFieldsProps<Item> {
  items: readonly Item[]
  /** How many there may be. */
  max: number
  /** The words of the button that adds one. */
  addText: string
  /** Makes one; null: there is nothing to add. */
  onNew: (() => Item) | null
  onChange: (items: Item[]) => void
  children: (props: OrderedProps<Item>) => ReactNode
}

/** The forms of the items of a list whose order counts; each is a `li` with `OrderButtons`. */
export function OrderedFields<Item extends Keyed>({ items, max, addText, onNew, ...rest }: OrderedFieldsProps<Item>) {
  const { onChange, children } = rest
  const { list, move } = useOrder(items, onChange)
  return (
    <>
      <ol ref={list} className="flex flex-col gap-3">
        {items.map((item, place) =>
          children({
            item,
            place,
            count: items.length,
            onChange: (changed) => onChange(items.map((one) => (one.key === changed.key ? changed : one))),
            onMove: (by) => move(place, by),
            onRemove: () => onChange(items.filter(({ key }) => key !== item.key))
          })
        )}
      </ol>
      {items.length < max && onNew && (
        <Button
          variant="secondary"
          size="small"
          icon={<Plus size={18} aria-hidden />}
          className="self-start"
          onClick={() => onChange([...items, onNew()])}
        >
          {addText}
        </Button>
      )}
    </>
  )
}
