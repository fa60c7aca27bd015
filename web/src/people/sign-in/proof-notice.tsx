import { useState } from 'react'

/** Says that the browser proves some work (web/src/base/session/client.ts) while its call is pending. */
export function useProofNotice() {
  const [isProving, setProving] = useState(false)
  return {
    /** Called before each call. */
    reset: () => setProving(false),
    onProof: () => setProving(true),
    notice: isProving ? (
      <output className="animate-appear text-center text-small text-ink-soft">Проверяем, что вы не робот…</output>
    ) : null
  }
}
