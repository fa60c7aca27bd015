// Records toasts instead of showing them.
import { vi } from 'vitest'
import { notify } from '#web/src/base/ui/notify.ts'

/** Every toast of the test in order, as `kind: text`. */
export const toasts: string[] = []

/** The setup calls it before each test, and undoes it after. */
export function recordToasts(): void {
  toasts.length = 0
  for (const kind of ['success', 'error', 'info'] as const)
    vi.spyOn(notify, kind).mockImplementation((text) => void toasts.push(`${kind}: ${text}`))
  vi.spyOn(notify, 'clear').mockReturnValue()
}
