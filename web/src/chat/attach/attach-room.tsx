import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../base/ui/when-idle.ts'
import type { Attaching } from './use-attaching.ts'

const LoadedRoom = lazy(async () => ({ default: (await import('./loaded-room.tsx')).LoadedRoom }))

/** The files of the draft, above its text, and where files are dropped. Loaded when there are some, or nothing else to do. */
export function AttachRoom({ attaching, locked }: { attaching: Attaching; locked: boolean }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const hasFiles = !locked && attaching.files.length + attaching.uploads.length > 0
  return (
    (isIdle || hasFiles) && (
      <Suspense fallback={hasFiles && <div className="order-first h-28 w-full" />}>
        <LoadedRoom attaching={attaching} hasFiles={hasFiles} />
      </Suspense>
    )
  )
}
