import { lazy, Suspense } from 'react'
import { useStore } from 'zustand/react'
import { withQueries } from '../../base/http/queries.tsx'
import { wayIn } from '../../base/session/way-in.ts'

const Dialog = lazy(async () => ({
  default: (await withQueries(() => import('../../people/sign-in/way-in-dialog.tsx'))).WayInDialog
}))

/** The registration over the page. */
export const WayIn = () => {
  const shown = useStore(wayIn)
  return (
    shown && (
      <Suspense>
        <Dialog {...shown} />
      </Suspense>
    )
  )
}
