import { useMemo, useSyncExternalStore } from 'react'
import { pageStore } from '../../base/storage/page-store.ts'
import type { Piece } from './highlight.ts'

/** Longer code stays plain: colouring it would hold up the page for longer than its colours are worth. */
const codeLengthMax = 20_000

type Highlighter = Pick<typeof import('./highlight.ts'), 'highlight'>

const highlighter = pageStore<Highlighter | null>(() => null)
const loading = pageStore<Promise<void> | null>(() => null)

function load() {
  if (loading.getState()) return
  const loads = import('./highlight.ts').then(
    (loaded) => highlighter.setState(loaded, true),
    // Plain code is fine; the next block tries again.
    () => loading.setState(null, true)
  )
  loading.setState(loads, true)
}

/** The code in coloured pieces; null while it stays plain. */
export function useHighlight(code: string, language: string, wanted: boolean): Piece[] | null {
  const colour = useSyncExternalStore(highlighter.subscribe, highlighter.getState)?.highlight
  const colourable = wanted && language !== '' && code.length <= codeLengthMax
  if (colourable && !colour) load()
  return useMemo(() => (colourable && colour ? colour(code, language) : null), [code, language, colourable, colour])
}
