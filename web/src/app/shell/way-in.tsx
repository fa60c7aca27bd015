import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { withQueries } from '../../base/http/queries.tsx'
import { onWayIn, wayIn } from '../../base/session/way-in.ts'

const Dialog = lazy(async () => ({
  default: (await withQueries(() => import('../../people/sign-in/way-in-dialog.tsx'))).WayInDialog
}))

/** The registration over the page. Once opened it stays rendered: closing it loses nothing that was typed. */
export function WayIn() {
  const asked = useSyncExternalStore(onWayIn, wayIn, () => null)
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  return (
    last && (
      <Suspense>
        <Dialog open={asked !== null} prompt={last.prompt} />
      </Suspense>
    )
  )
}
