import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { Paperclip } from 'lucide-react'
import { landmark } from '../../base/ui/landmark.ts'
import { isScrollLocked } from '../../base/ui/scroll-lock.ts'
import { isPastedText } from '../../media/upload/pasted-text.ts'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Shows where files may be dropped while they are dragged over the page. */
export function DropLayer({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault()
      setOver(!isScrollLocked())
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      // Also fired between elements of the page.
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!carriesFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (!isScrollLocked()) take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event
      if (!clipboardData?.files.length || event.defaultPrevented || isScrollLocked()) return
      if (isPastedText(clipboardData)) return
      event.preventDefault()
      take([...clipboardData.files])
    }
    const listeners = new AbortController()
    const { signal } = listeners
    window.addEventListener('dragenter', hold, { signal })
    window.addEventListener('dragover', hold, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => listeners.abort()
  }, [])

  if (!isOver) return null
  // Within the composer, which is `self-contained`, `fixed` would mean its edges.
  return createPortal(
    <div className="pointer-events-none fixed inset-3 z-30 grid animate-appear place-items-center rounded-panel border-2 border-dashed border-accent bg-paper/90 p-6">
      <p className="flex items-center gap-3 text-title font-semibold">
        <Paperclip size={24} aria-hidden />
        Отпустите файлы, чтобы приложить
      </p>
    </div>,
    landmark()
  )
}
