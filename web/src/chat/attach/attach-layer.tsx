import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../base/ui/when-idle.ts'
import type { Attaching } from './use-attaching.ts'

const Tray = lazy(async () => ({ default: (await import('./tray.tsx')).Tray }))
const DropLayer = lazy(async () => ({ default: (await import('./drop-layer.tsx')).DropLayer }))

/** The files of the draft, above its text. As high while it loads as with one row of files. */
export const AttachTray = ({ attaching }: { attaching: Attaching }) =>
  attaching.files.length + attaching.uploads.length > 0 && (
    <div className="order-first w-full">
      <Suspense fallback={<div className="h-28" />}>
        <Tray attaching={attaching} />
      </Suspense>
    </div>
  )

/** Takes files that are dropped anywhere on the page, or pasted. */
export function AttachLayer({ attaching: { add } }: { attaching: Attaching }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => whenIdle(() => setReady(true)), [])
  return (
    isReady &&
    add && (
      <Suspense>
        <DropLayer onFiles={add} />
      </Suspense>
    )
  )
}
