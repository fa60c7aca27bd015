// A document beside its chat; where there is no room for both, over it. The address says which one is open.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { FileX2 } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { isNotFound } from '../../base/http/api-error.ts'
import { useKeyboard } from '../../base/ui/keyboard.ts'
import { useScrollLock } from '../../base/ui/scroll-lock.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../base/ui/states.tsx'
import { BackToChat } from './back-to-chat.tsx'
import type { DocumentChat } from './document-chat.ts'
import { documentBox } from './document-draft.ts'
import { DocumentEditor, type Looking, type Mode, type Selected } from './document-editor.tsx'
import { roomForBoth, useRoomBeside } from './room-beside.ts'
import { closeDocument, isOpenedHere, shownDocument } from './open-document.ts'
import { useReadDocument } from './use-document.ts'

function onRoom(tell: () => void): () => void {
  const room = roomForBoth()
  room.addEventListener('change', tell)
  return () => room.removeEventListener('change', tell)
}

interface DocumentPanelProps {
  id: number
  /** Of the chat. */
  conversationId: number
  chat: DocumentChat
  page: ChatPage
}

export function DocumentPanel({ id, conversationId, chat, page }: DocumentPanelProps) {
  const isBeside = useSyncExternalStore(onRoom, () => roomForBoth().matches)
  const close = useClosing(page, conversationId)
  // Here, so that a window that becomes narrow changes none of it.
  const [mode, setMode] = useState<Mode | null>(null)
  const [selected, setSelected] = useState<Selected | null>(null)
  const looking = { mode, onMode: setMode, selected, onSelect: setSelected }
  const content = <DocumentContent {...{ id, chat, page, isBeside, looking }} onClose={close} />
  return isBeside ? <Beside>{content}</Beside> : <Over onClose={close}>{content}</Over>
}

function useClosing(page: ChatPage, conversationId: number) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isHere = isOpenedHere(state)
  useLayoutEffect(() => {
    shownDocument.setState({ isOpenedHere: isHere }, true)
    return () => shownDocument.setState(null, true)
  }, [isHere])
  return () => closeDocument({ navigate, page, conversationId })
}

const label = 'Документ'

function Beside({ children }: { children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  const { state } = useLocation()
  const isHere = useRef(isOpenedHere(state))
  useRoomBeside()
  useEffect(() => {
    const opener = document.activeElement
    // After a reload the focus is the chat's.
    if (isHere.current) place.current?.focus({ preventScroll: true })
    const own = place.current
    return () => {
      const { activeElement } = document
      const isFree = activeElement === null || activeElement === document.body || own?.contains(activeElement)
      if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={place}
      aria-label={label}
      tabIndex={-1}
      className="sticky top-0 flex h-dvh w-1/2 max-w-3xl shrink-0 flex-col border-l border-line bg-paper not-in-data-[cookie-notice=read]:pb-11 outline-none"
    >
      {children}
    </aside>
  )
}

function Over({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  useScrollLock(true)
  useKeyboard(true)
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          aria-describedby={undefined}
          data-drawer
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          // What is written stays in this browser, but a press beside a menu is none on the chat.
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed inset-x-0 top-(--above) bottom-(--keyboard) z-40 flex flex-col bg-paper outline-none"
        >
          <Primitive.Title className="sr-only">{label}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface ContentProps extends Omit<DocumentPanelProps, 'conversationId'> {
  isBeside: boolean
  looking: Looking
  onClose: () => void
}

function DocumentContent({ id, chat, page, isBeside, looking, onClose }: ContentProps) {
  const { data, error, readAgain } = useReadDocument(id)
  const { user } = chat.session
  // The address may name a document of another chat.
  const isElsewhere = data !== undefined && data.document.conversationId !== chat.conversationId
  if (isNotFound(error) || isElsewhere)
    return (
      <Unready onClose={onClose}>
        <EmptyState
          icon={<FileX2 size={24} aria-hidden />}
          title="Такого документа нет"
          text="Возможно, он был удалён. Ответ, из которого он сделан, остаётся в чате."
        />
      </Unready>
    )
  if (!data && error)
    return (
      <Unready onClose={onClose}>
        <ErrorState text="Не удалось загрузить документ" onRetry={readAgain} />
      </Unready>
    )
  if (!data || !user)
    return (
      <Unready onClose={onClose}>
        <output aria-label="Загрузка документа" className="flex flex-col gap-4 p-4">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-4 w-4/5" />
        </output>
      </Unready>
    )
  return (
    <DocumentEditor
      opened={data}
      box={documentBox(id, user.id)}
      chat={chat}
      page={page}
      isBeside={isBeside}
      looking={looking}
      onClose={onClose}
    />
  )
}

const Unready = ({ onClose, children }: Pick<ContentProps, 'onClose'> & { children: ReactNode }) => (
  <>
    <div className="px-2">
      <BackToChat onClick={onClose} />
    </div>
    <div className="grow">{children}</div>
  </>
)
