// Records toasts instead of showing them.
import { vi } from 'vitest'
import { notify } from '#web/src/base/ui/notify.ts'

/** Every toast of the test in order, as `kind: text`. */
export const toasts: string[] = []

/** For `beforeEach`: the setup undoes it after the test. */
export function recordToasts(): void {
  toasts.length = 0
  for (const kind of ['success', 'error', 'info'] as const)
    vi.spyOn(notify, kind).mockImplementation((text) => void toasts.push(`${kind}: ${text}`))
  vi.spyOn(notify, 'clear').mockReturnValue()
}
