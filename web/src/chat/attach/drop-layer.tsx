import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { Paperclip } from 'lucide-react'
import { createPortal } from 'react-dom'
import { landmark } from '../../base/ui/landmark.ts'
import { isScrollLocked } from '../../base/ui/scroll-lock.ts'
import { isPastedText } from '../../media/upload/pasted-text.ts'
import { isLongText } from './long-paste.ts'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

interface DropLayerProps {
  onFiles: (files: readonly File[]) => void
  /** Of the request. */
  field: RefObject<HTMLTextAreaElement | null>
  /** A text was pasted that is too long for the field. */
  onText: (text: string) => void
}

/** Shows where files may be dropped while they are dragged over the page. */
export function DropLayer({ onFiles, field, onText }: DropLayerProps) {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  const takeText = useEffectEvent(onText)

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
      if (!clipboardData || event.defaultPrevented || isScrollLocked()) return
      if (clipboardData.files.length > 0 && !isPastedText(clipboardData)) {
        event.preventDefault()
        take([...clipboardData.files])
      } else if (event.target === field.current && field.current) {
        const { value, selectionStart, selectionEnd } = field.current
        const text = clipboardData.getData('text/plain')
        if (!isLongText(text, value.length - (selectionEnd - selectionStart))) return
        event.preventDefault()
        takeText(text)
      }
    }
    const listeners = new AbortController()
    const { signal } = listeners
    window.addEventListener('dragenter', hold, { signal })
    window.addEventListener('dragover', hold, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => listeners.abort()
  }, [field])

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
