import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Paperclip } from 'lucide-react'
import { createPortal } from 'react-dom'
import { landmark } from '../../base/ui/landmark.ts'
import { isScrollLocked } from '../../base/ui/scroll-lock.ts'
import { isPastedText } from '../../media/upload/pasted-text.ts'
import { useSession } from '../../base/session/session.tsx'
import { isLongText } from './long-text.ts'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

interface DropLayerProps {
  /** Null: no user is signed in, or it is not known yet who is. */
  add: ((files: readonly File[]) => void) | null
  /** Of the request. */
  field: RefObject<HTMLTextAreaElement | null>
  /** A text was pasted that is too long for the field. Called for a user who is signed in. */
  onText: (text: string) => void
}

/**
 * Takes files that are pasted, and those dropped anywhere on the page, and shows where while they are dragged over it. What comes before
 * the user is known is added when that is.
 */
export function DropLayer({ add, field, onText }: DropLayerProps) {
  const [isOver, setOver] = useState(false)
  const isVisitor = useSession().status === 'signed-out'
  const early = useRef<File[]>([])
  const take = useEffectEvent((files: readonly File[]) => {
    if (add) add(files)
    else early.current.push(...files)
  })
  const takesText = useEffectEvent(() => add !== null)
  const takeText = useEffectEvent(onText)

  const isKnown = add !== null
  useEffect(() => {
    if (isKnown && early.current.length > 0) take(early.current.splice(0))
  }, [isKnown])

  // Before the page is painted: who sees it may paste.
  useLayoutEffect(() => {
    if (isVisitor) {
      early.current = []
      return undefined
    }
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
      } else if (takesText() && event.target === field.current && field.current) {
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
  }, [field, isVisitor])

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
