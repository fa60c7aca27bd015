// The dialogs that open over every page, each loaded when its store first has something to show.
import { type ComponentType, useSyncExternalStore } from 'react'
import { withQueries } from '../base/http/queries.tsx'
import { palette } from '../base/page/palette.ts'
import { freshProof } from '../base/session/fresh-proof.ts'
import { wayIn } from '../base/session/way-in.ts'
import type { Store } from '../base/storage/page-store.ts'
import { lateDialog } from '../base/ui/late-dialog.tsx'

interface Over {
  isOpen: boolean
  onClose: () => void
}

function over<Shown extends Over>(store: Store<Shown | null>, load: () => Promise<ComponentType<Shown>>) {
  const Dialog = lateDialog(
    () => withQueries(load),
    ({ isOpen }) => isOpen
  )
  return () => {
    const shown = useSyncExternalStore(store.subscribe, store.getState, store.getState)
    return shown && <Dialog {...shown} />
  }
}

/** The registration. */
export const WayIn = over(wayIn, async () => (await import('../people/sign-in/way-in-dialog.tsx')).WayInDialog)

/** The proof that dangerous calls ask for. */
export const ProofAgain = over(
  freshProof,
  async () => (await import('../people/fresh-proof-dialog.tsx')).FreshProofDialog
)

/** The search for everything. */
export const Finder = over(palette, async () => (await import('./palette/palette.tsx')).Palette)
