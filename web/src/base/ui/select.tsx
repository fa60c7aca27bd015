import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { Badge } from './badge.tsx'
import { usePopup } from './landmark.ts'
import { menuItemClass, menuSurfaceClass } from './menu.tsx'

export interface SelectOption {
  value: string
  label: string
  /** A line below the label; where the window is narrow, in the menu only. */
  detail?: string
  description?: string
  /** Beside the label in the menu. */
  badge?: string
  /** Shown at the right, such as a price. */
  note?: ReactNode
  disabled?: boolean
}

interface SelectProps {
  /** What is chosen here: «Модель». */
  label: string
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
  disabled?: boolean
  align?: 'start' | 'end'
  /** Beside the chosen option: what holds for all of them. */
  mark?: ReactNode
  /** Menu items below the options. */
  more?: ReactNode
  className?: string
}

/**
 * A select whose options have room for a description and a price. It is a menu of radio items, because the library's own select
 * needs a `<style>` element, which the Content-Security-Policy forbids.
 */
export function Select({
  label,
  value,
  options,
  onChange,
  disabled,
  align = 'start',
  mark,
  more,
  className
}: SelectProps) {
  const { open, container, onOpenChange } = usePopup()
  const chosen = options.find((option) => option.value === value)
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger
        disabled={disabled ?? false}
        className={clsx(
          'inline-flex h-11 min-w-0 items-center gap-2 rounded-control border border-line bg-raised px-3.5 text-small shadow-raised transition',
          'hover:bg-hover dims data-[state=open]:bg-hover',
          className
        )}
      >
        <span className="sr-only">{`${label}: `}</span>
        <span className="grid min-w-0 text-left leading-tight">
          <span className="-mt-1 truncate pt-1 font-medium">{chosen?.label ?? 'не выбрано'}</span>
          {chosen?.detail && (
            <span className="truncate text-caption text-ink-faint max-[1400px]:sr-only">{chosen.detail}</span>
          )}
        </span>
        {chosen?.note && <span className="whitespace-nowrap text-ink-faint">{chosen.note}</span>}
        {mark && <span className="contents">{mark}</span>}
        <ChevronDown size={16} className="ml-auto shrink-0 text-ink-faint" aria-hidden />
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={clsx(menuSurfaceClass, 'w-88 max-w-[calc(100vw-1rem)]', more && 'scroll-pb-18')}
        >
          <Primitive.RadioGroup value={value} onValueChange={onChange}>
            {options.map((option) => (
              <Option key={option.value} option={option} />
            ))}
          </Primitive.RadioGroup>
          {/* In reach, however many options there are. */}
          {more && <div className="sticky -bottom-1.5 -mx-1.5 -mb-1.5 bg-raised px-1.5 pb-1.5">{more}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

const Option = ({ option }: { option: SelectOption }) => (
  <Primitive.RadioItem
    value={option.value}
    disabled={option.disabled ?? false}
    textValue={option.label}
    className={menuItemClass}
  >
    <span className="grid w-4 shrink-0 place-items-center">
      <Primitive.ItemIndicator>
        <Check size={16} className="text-accent" aria-hidden />
      </Primitive.ItemIndicator>
    </span>
    <span className="min-w-0 grow wrap-anywhere">
      <span className="flex flex-wrap items-center gap-x-2 font-medium">
        <span>{option.label}</span>
        {option.badge && <Badge>{option.badge}</Badge>}
      </span>
      {option.detail && <span className="block text-caption text-ink-soft">{option.detail}</span>}
      {option.description && <span className="block text-caption text-ink-faint">{option.description}</span>}
    </span>
    {option.note && <span className="text-caption whitespace-nowrap text-ink-soft">{option.note}</span>}
  </Primitive.RadioItem>
)
