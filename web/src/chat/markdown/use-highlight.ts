import { useMemo, useSyncExternalStore } from 'react'
import type { Piece } from './highlight.ts'

/** Longer code stays plain: colouring it would hold up the page for longer than its colours are worth. */
const codeLengthMax = 20_000

type Highlight = (code: string, language: string) => Piece[] | null

let highlight: Highlight | null = null
let loading: Promise<void> | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function load() {
  loading ??= import('./highlight.ts').then(
    (loaded) => {
      highlight = loaded.highlight
      for (const listener of listeners) listener()
    },
    () => {
      // Plain code is fine; the next block tries again.
      loading = null
    }
  )
}

/** The code in coloured pieces; null while it stays plain. */
export function useHighlight(code: string, language: string, wanted: boolean): Piece[] | null {
  const colour = useSyncExternalStore(subscribe, () => highlight)
  const colourable = wanted && language !== '' && code.length <= codeLengthMax
  if (colourable && !colour) load()
  return useMemo(() => (colourable && colour ? colour(code, language) : null), [code, language, colourable, colour])
}
