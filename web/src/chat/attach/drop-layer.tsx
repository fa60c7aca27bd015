import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Paperclip } from 'lucide-react'
import { createPortal } from 'react-dom'
import { carriesFiles } from '../../base/page/carried-files.ts'
import { landmark } from '../../base/ui/landmark.ts'
import { isScrollLocked } from '../../base/ui/scroll-lock.ts'
import { isPastedText } from '../../media/upload/pasted-text.ts'
import { useSession } from '../../base/session/session.tsx'
import { isLongText } from './long-text.ts'

interface Taking {
  /** Null: no user is signed in, or it is not known yet who is. */
  add: ((files: readonly File[]) => void) | null
  /** Of the request. */
  field: RefObject<HTMLTextAreaElement | null>
  /** A text was pasted that is too long for the field. Called for a user who is signed in. */
  onText: (text: string) => void
}

/** Adds files to the request. Those that come before the user is known are added when that is. */
function useTaking(add: Taking['add'], isVisitor: boolean) {
  const early = useRef<File[]>([])
  const take = (files: readonly File[]) => {
    if (add) add(files)
    else early.current.push(...files)
  }
  const takeEarly = useEffectEvent(() => take(early.current.splice(0)))
  const isKnown = add !== null
  useEffect(() => {
    if (isVisitor) early.current = []
    else if (isKnown && early.current.length > 0) takeEarly()
  }, [isVisitor, isKnown])
  return take
}

/** Listens for files on the whole page. @param onOver they are dragged over it, or no longer */
function usePageFiles({ add, field, onText }: Taking, onOver: (isOver: boolean) => void): void {
  const isVisitor = useSession().status === 'signed-out'
  const take = useEffectEvent(useTaking(add, isVisitor))
  const over = useEffectEvent(onOver)
  /** @returns whether the text is taken */
  const takeText = useEffectEvent((data: DataTransfer): boolean => {
    const area = field.current
    const text = data.getData('text/plain')
    if (!add || !area || !isLongText(text, area.value.length - (area.selectionEnd - area.selectionStart))) return false
    onText(text)
    return true
  })

  // Before the page is painted: who sees it may paste.
  useLayoutEffect(() => {
    if (isVisitor) return undefined
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      over(!isScrollLocked())
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      // Also fired between elements of the page.
      if (relatedTarget === null) over(false)
    }
    const drop = (event: DragEvent) => {
      over(false)
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
      } else if (event.target === field.current && takeText(clipboardData)) event.preventDefault()
    }
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('dragenter', hold, { signal })
    document.addEventListener('dragover', hold, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => listeners.abort()
  }, [field, isVisitor])
}

/** Takes files that are pasted, and those dropped anywhere on the page, and shows where while they are dragged over it. */
export function DropLayer(taking: Taking) {
  const [isOver, setOver] = useState(false)
  usePageFiles(taking, setOver)
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
