import type { ComponentProps, ReactNode } from 'react'
import { clsx } from 'clsx'
import { DropdownMenu as Primitive } from 'radix-ui'
import { inOwnElements } from './own-elements.tsx'
import { usePopup } from './landmark.ts'

export const menuSurfaceClass = clsx(
  'z-50 min-w-52 overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-floating',
  'max-h-(--radix-dropdown-menu-content-available-height) data-[state=open]:animate-rise'
)

export const menuItemClass = clsx(
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-small outline-none select-none',
  'data-[disabled]:cursor-not-allowed data-[disabled]:opacity-45 data-[highlighted]:bg-hover'
)

interface MenuProps {
  /** The button that opens the menu; it takes a ref and the props of a button. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'right'
  className?: string
  disabled?: boolean
  /** Prevented, it leaves the focus to the caller; else the trigger gets it. */
  onCloseAutoFocus?: (event: Event) => void
}

/** Not modal: the page keeps scrolling, and the library needs no `<style>` element to lock it. */
export function Menu({ trigger, children, align = 'start', className, disabled = false, ...rest }: MenuProps) {
  const { open, container, onOpenChange } = usePopup()
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild disabled={disabled}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          {...rest}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={clsx(menuSurfaceClass, className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface MenuItemProps extends ComponentProps<typeof Primitive.Item> {
  icon?: ReactNode
}

export function MenuItem({ icon, className, children, ...item }: MenuItemProps) {
  return (
    <Primitive.Item {...item} className={clsx(menuItemClass, className)}>
      {icon && <span className="text-ink-faint">{icon}</span>}
      {inOwnElements(children)}
    </Primitive.Item>
  )
}

export const MenuSeparator = () => <Primitive.Separator className="mx-3 my-1.5 h-px bg-line" />
