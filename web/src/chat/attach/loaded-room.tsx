import { useEffect } from 'react'
import { addSent, attachAgain } from './draft-files.ts'
import { DropLayer } from './drop-layer.tsx'
import { Tray } from './tray.tsx'
import type { Attaching } from './use-attaching.ts'

export function LoadedRoom({ attaching, hasFiles }: { attaching: Attaching; hasFiles: boolean }) {
  const { box, add } = attaching
  useEffect(() => attachAgain.on((files) => addSent(box, files)), [box])
  return (
    <>
      {add && <DropLayer onFiles={add} />}
      {hasFiles && <Tray attaching={attaching} />}
    </>
  )
}
