import { ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { useWorkFile } from '../job/work-file.ts'
import type { Size } from './file/chosen-file.ts'
import { FilePreview } from './file-preview.tsx'

interface WorkPreviewProps {
  kind: 'image' | 'video'
  /** Names the file. */
  value: string
  size: Size | null
  /** @param sizeBytes undefined when unknown */
  onSize: (size: Size, sizeBytes?: number) => void
  children: ReactNode
}

/** A chosen file that is one of the user's works. It has not been loaded into the form and need not be. */
export function WorkPreview({ kind, value, size, onSize, children }: WorkPreviewProps) {
  const file = useWorkFile(value)
  const [isBroken, setBroken] = useState(false)
  if (file === null || isBroken) return <Gone>{children}</Gone>
  if (file === undefined) return <Skeleton className="m-3 h-48 rounded-control" />
  return (
    <FilePreview
      key={value}
      kind={kind}
      src={file.url}
      sizeBytes={file.facts?.sizeBytes}
      name="Из ваших работ"
      size={size}
      onSize={(found) => onSize(found, file.facts?.sizeBytes)}
      onBroken={() => setBroken(true)}
    >
      {children}
    </FilePreview>
  )
}

const Gone = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-3 p-3">
    <p
      role="alert"
      className="flex min-h-24 items-center justify-center gap-2 rounded-control bg-sunken p-4 text-small text-ink-soft"
    >
      <ImageOff size={20} className="shrink-0 text-ink-faint" aria-hidden />
      Этого файла больше нет: работа удалена
    </p>
    <div className="flex flex-wrap justify-end gap-2">{children}</div>
  </div>
)
