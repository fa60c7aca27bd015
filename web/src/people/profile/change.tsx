import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../../base/ui/button.tsx'

interface ChangeProps {
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The form. */
  children: ReactNode
}

/** A form behind a button, because it is rarely wanted. The focus goes to its first field, and back to the button. */
export function Change({ label, open, onOpenChange, children }: ChangeProps) {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(open)
  useEffect(() => {
    if (wasOpen.current === open) return
    wasOpen.current = open
    place.current?.querySelector<HTMLElement>(open ? 'input:not([hidden])' : 'button')?.focus()
  }, [open])
  return (
    <div ref={place}>
      {open ? (
        children
      ) : (
        <Button variant="secondary" onClick={() => onOpenChange(true)}>
          {label}
        </Button>
      )}
    </div>
  )
}

interface ChangeButtonsProps {
  label: string
  busy: boolean
  onCancel: () => void
}

export const ChangeButtons = ({ label, busy, onCancel }: ChangeButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" variant="secondary" busy={busy}>
      {label}
    </Button>
    <Button variant="ghost" onClick={onCancel}>
      Отмена
    </Button>
  </div>
)
