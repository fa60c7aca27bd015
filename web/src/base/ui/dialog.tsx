import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useBack } from './back.ts'
import { Button } from './button.tsx'
import { iconButtonClass } from './icon-button.tsx'
import { useKeyboard } from './keyboard.ts'
import { landmark } from './landmark.ts'
import { useScrollLock, useToastsAbove } from './scroll-lock.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Only screen readers get the title. */
  titleHidden?: boolean
  description?: ReactNode
  /** `left` slides in from the edge, as high as the window; `full` takes nearly the whole window. */
  side?: 'center' | 'left' | 'full'
  closeLabel?: string
  /** What gets the focus when the dialog opens; else a field with `data-first-focus`, or the dialog itself. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A click outside does not close the dialog, so that the user's input is not lost. */
  staysOnOutsideClick?: boolean
  /** The address of the page says that it is open: «назад» closes it without an entry of its own in the history. */
  inAddress?: boolean
  children?: ReactNode
  className?: string
}

const places = {
  center:
    'inset-x-4 top-[calc((100dvh-var(--keyboard)+var(--above))/2)] mx-auto max-h-[calc(100dvh-4rem-var(--keyboard)-var(--above))] max-w-md -translate-y-1/2 overflow-y-auto rounded-panel p-6 fades',
  full: 'inset-x-0 top-(--above) bottom-(--keyboard) overflow-hidden sm:inset-4 sm:rounded-panel lg:inset-8 fades',
  left: 'top-(--above) bottom-(--keyboard) left-0 w-80 max-w-[88vw] data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in'
}

const titles = {
  center: 'pr-10 text-title font-semibold',
  full: 'py-4 pr-14 pl-6 text-title font-semibold',
  left: 'flex h-15 shrink-0 items-center px-6 font-semibold'
}

/**
 * A modal surface: focus stays inside and returns to what opened it, Escape, a click outside and «назад» close it. Where something
 * in it says `data-unsaved`, it asks before: decisions/0120-forms-in-dialogs.md.
 * The backdrop is our own element: that of the library would lock the page's scrolling through a `<style>` element, which the
 * Content-Security-Policy forbids; `useScrollLock` does that. It is as high as the surfaces, so that it also covers one that opened this.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  titleHidden,
  description,
  side = 'center',
  closeLabel = 'Закрыть',
  initialFocus,
  staysOnOutsideClick,
  inAddress = false,
  children,
  className
}: DialogProps) {
  const focus = useReturningFocus(initialFocus)
  const content = useRef<HTMLDivElement>(null)
  const [isAsked, setAsked] = useState(false)
  // Saved meanwhile: the next opening asks nothing.
  if (isAsked && !open) setAsked(false)
  const change = (wanted: boolean) => {
    if (!wanted && content.current?.querySelector('[data-unsaved=true]')) setAsked(true)
    else onOpenChange(wanted)
  }
  useScrollLock(open)
  // A drawer has its title and its button there.
  useToastsAbove(open && side !== 'left')
  useKeyboard(open)
  useBack(open && !inAddress, () => change(false))
  return (
    <Primitive.Root open={open} onOpenChange={change}>
      <Primitive.Portal>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape does the same */}
        <div
          data-state={open ? 'open' : 'closed'}
          // A press on it leaves the focus where it is: the dialog may ask, or stay.
          onMouseDown={(event) => event.preventDefault()}
          className="pointer-events-auto fixed inset-0 z-50 bg-scrim fades"
        />
        <Primitive.Content
          {...(!description && { 'aria-describedby': undefined })}
          {...focus}
          ref={content}
          data-drawer={side === 'left' ? '' : undefined}
          // What is begun inside, such as a new name, ends by Escape alone.
          onEscapeKeyDown={(event) => {
            if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
          }}
          // A press on a toast is none beside the dialog.
          onInteractOutside={(event) => {
            const isToast = event.target instanceof Element && event.target.closest('[data-sonner-toaster]')
            if (staysOnOutsideClick || isToast) event.preventDefault()
          }}
          className={clsx('fixed z-50 bg-raised shadow-floating outline-none', places[side], className)}
        >
          <Primitive.Title className={titleHidden ? 'sr-only' : titles[side]}>{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="mt-2 text-small text-ink-soft">{description}</Primitive.Description>
          )}
          {children}
          <Primitive.Close aria-label={closeLabel} className={iconButtonClass('medium', 'absolute! top-2 right-2')}>
            <X size={20} />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
      {isAsked && <Unsaved onStay={() => setAsked(false)} onLeave={() => onOpenChange(false)} />}
    </Primitive.Root>
  )
}

/** Over the dialog, whose form keeps its words and its focus until the user has answered. */
const Unsaved = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <Dialog open onOpenChange={onStay} title="Закрыть без сохранения?" closeLabel="Остаться">
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" data-first-focus onClick={onStay}>
        Остаться
      </Button>
      <Button variant="danger" onClick={onLeave}>
        Не сохранять
      </Button>
    </div>
  </Dialog>
)

/**
 * The focus moves to the dialog, whose title is then read aloud, and returns to the opener; unless another element, such as the
 * heading of a page opened by a link in the dialog, has the focus by then.
 */
function useReturningFocus(initial?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      const focused = buttonOf(document.activeElement)
      // A button whose work opens the dialog is busy meanwhile; some browsers give a pressed one no focus.
      const [busy = null, ...more] = document.querySelectorAll('button[aria-busy=true]')
      // A page that was hidden shows its open dialog again.
      const before = opener.current?.isConnected ? opener.current : null
      opener.current = focused !== document.body ? focused : more.length === 0 ? (busy ?? before) : before
      const content = event.currentTarget
      const marked = content instanceof HTMLElement && content.querySelector('[data-first-focus]')
      const first = initial?.current ?? (marked || content)
      if (first instanceof HTMLElement) first.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const from = opener.current
      const giveBack = () => {
        if ((document.activeElement ?? document.body) !== document.body) return
        const target = from?.isConnected ? from : landmark()
        if (target instanceof HTMLElement) target.focus()
      }
      // The opener may have been deleted by means of the dialog. A dialog under it that closes with it gives the focus back itself, a moment
      // later; one that had closed before does not.
      if (!from?.isConnected && from?.closest('[role=dialog]')) setTimeout(giveBack)
      else giveBack()
    }
  }
}

/** What opens the menu that the focus is in: the menu itself is gone when a dialog that was opened from it closes. */
const buttonOf = (focused: Element | null): Element | null =>
  document.getElementById(focused?.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '') ?? focused
