import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { controlClass } from './field.tsx'

interface ComboFieldProps extends Pick<
  ComponentProps<'input'>,
  'ref' | 'placeholder' | 'maxLength' | 'enterKeyHint' | 'onFocus' | 'onKeyDown'
> {
  label: string
  value: string
  onType: (text: string) => void
  /** The id of the list box, and whether it has options. */
  listId: string
  hasOptions: boolean
  /** The id of the marked option. */
  active: string | undefined
}

/** The field of a combobox, in which the focus stays: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export const ComboField = ({ label, onType, listId, hasOptions, active, ...input }: ComboFieldProps) => (
  <div className="relative">
    <Search size={18} aria-hidden className="absolute top-3.5 left-3.5 text-ink-faint" />
    <input
      {...input}
      type="text"
      role="combobox"
      aria-label={label}
      aria-expanded={hasOptions}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={active}
      autoComplete="off"
      onChange={({ target }) => onType(target.value)}
      className={`${controlClass} h-12 pr-3.5 pl-11`}
    />
  </div>
)

interface ComboOptionProps {
  id: string
  isActive: boolean
  onPick: () => void
  className: string
  children: ReactNode
}

/** An option of its list box. The marked one is scrolled into view. */
export function ComboOption({ id, isActive, onPick, className, children }: ComboOptionProps) {
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={element}
      type="button"
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> holds no icons, prices and marked texts
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={clsx(
        'w-full cursor-pointer rounded-control px-3 text-left hover:bg-hover',
        isActive && 'bg-pressed [&_.text-ink-faint]:text-ink-soft',
        className
      )}
    >
      {children}
    </button>
  )
}
