import { DropLayer } from './drop-layer.tsx'
import { Tray } from './tray.tsx'
import type { Attaching } from './use-attaching.ts'

export const LoadedRoom = ({ attaching, hasFiles }: { attaching: Attaching; hasFiles: boolean }) => (
  <>
    {attaching.add && <DropLayer onFiles={attaching.add} />}
    {hasFiles && <Tray attaching={attaching} />}
  </>
)
