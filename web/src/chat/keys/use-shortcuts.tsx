import { lazy, Suspense, useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { isScrollLocked } from '../../base/ui/scroll-lock.ts'

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

interface Acts {
  begin: () => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** The keys of a chat page, on whatever keyboard layout; shortcuts-dialog.tsx lists them. @returns the list, when it is open, and what opens it */
export function useShortcuts({ begin, field }: Acts) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const show = () => {
    setWasOpened(true)
    setOpen(true)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event)
    // A dialog that is open keeps the focus.
    if (!act || isScrollLocked()) return
    event.preventDefault()
    if (act === 'new') begin()
    if (act === 'list') show()
    else field.current?.focus()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  const dialog = wasOpened && (
    <Suspense>
      <ShortcutsDialog open={open} onOpenChange={setOpen} />
    </Suspense>
  )
  return { show, dialog }
}

function actOf({ code, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): 'new' | 'list' | 'composer' | null {
  if (altKey) return null
  const command = ctrlKey || metaKey
  if (command && shiftKey && code === 'KeyO') return 'new'
  if (command && !shiftKey && code === 'Slash') return 'list'
  return !command && shiftKey && code === 'Escape' ? 'composer' : null
}
