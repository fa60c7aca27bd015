import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ResetRequestForm } from './reset-request-form.tsx'

/** A link that opens the form for a forgotten password, with the address that was typed so far. */
export function ForgotPassword({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  /** The focus was on what goes away, so it moves on to what comes. */
  const turn = (next: boolean) => {
    flushSync(() => setOpen(next))
    place.current?.querySelector<HTMLElement>(next ? 'input' : 'button')?.focus()
  }
  return (
    <div ref={place} className="flex flex-col">
      {open ? (
        <ResetRequestForm email={email} onCancel={() => turn(false)} />
      ) : (
        <button
          type="button"
          className="min-h-11 self-center rounded-small px-1 text-small text-ink-soft underline underline-offset-4 hover:text-ink"
          onClick={() => turn(true)}
        >
          Забыли пароль?
        </button>
      )}
    </div>
  )
}
