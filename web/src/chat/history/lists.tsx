// The list of chats wherever it stands: beside a chat, in a drawer of narrow windows, and below the button of a page. Loaded after the
// first frame.
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { clsx } from 'clsx'
import { FolderInput, ListChecks, Pin } from 'lucide-react'
import { useStore } from 'zustand/react'
import { Popover } from 'radix-ui'
import { useLocation, useSearchParams } from 'react-router-dom'
import { chatPaths, type ChatService } from '#contract/catalogue/chat.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { landmark } from '../../base/ui/landmark.ts'
import { conversationIdOf } from '../conversations/addresses.ts'
import { type Scope } from '../conversations/conversations.ts'
import { useConversations } from '../conversations/use-conversations.ts'
import { ChatsOfUser, ChatsTop } from './frame.tsx'
import { chatPageOf } from '../texts/chat-pages.ts'
import { ConversationList } from './conversation-list.tsx'
import { dropClass, useDropTarget, useIsDragging } from './dragging.ts'
import { type List, ListContext, useList } from './list-context.ts'
import { type Selecting, SelectionBar, useChoosingAll, useSelecting } from './selecting.tsx'
import { useSwipeAway } from './swipe-away.ts'
import { useListActions } from './use-list-actions.tsx'

/** The service of the page that is open. */
function useService(): ChatService {
  const { pathname } = useLocation()
  return chatPageOf(chatPaths.find((path) => path === pathname) ?? '/chatgpt').service
}

interface ListWanted {
  scope: Scope
  selecting: Selecting | null
  chooseAll: List['chooseAll']
  onPick?: (() => void) | undefined
  onDialog?: () => void
}

/** @returns what the rows share, and the dialogs that they open */
function useListState({ scope, selecting, chooseAll, onPick, onDialog }: ListWanted): [List, ReactNode] {
  const conversations = useConversations(scope)
  const [query] = useSearchParams()
  const [renamingId, rename] = useState<number | null>(null)
  const [actions, dialogs] = useListActions({
    conversations,
    onDone: (failed) => {
      if (failed.length > 0) selecting?.choose(failed.map(({ id }) => id))
      else selecting?.end()
    },
    onDialog
  })
  const list = {
    scope,
    conversations,
    currentId: conversationIdOf(query),
    actions,
    renamingId,
    rename,
    selecting,
    chooseAll,
    onPick: () => onPick?.()
  }
  return [list, dialogs]
}

/** Whether only the chats of the page's service are listed. */
const onlyHere = pageStore(() => false)

/** The chats of all services, or of that of the page. @param onPick the user goes to one */
export function Chats({ onPick }: { onPick?: () => void }) {
  const service = useService()
  const isOnlyHere = useStore(onlyHere)
  const toggle = useRef<HTMLButtonElement>(null)
  const [selecting, select] = useSelecting(() => toggle.current?.focus())
  const scope = isOnlyHere ? service : 'all'
  const [list, dialogs] = useListState({ scope, selecting, chooseAll: useChoosingAll(scope, select), onPick })
  const place = useRef<HTMLDivElement>(null)
  useEscape(place, selecting)
  return (
    <ListContext value={list}>
      <div
        data-chats
        ref={place}
        data-own-escape={selecting ? '' : undefined}
        className="relative flex min-h-0 grow flex-col"
      >
        <div className="flex shrink-0 items-center gap-1 px-2 pb-1">
          <Filter service={service} isOnlyHere={isOnlyHere} />
          <IconButton
            ref={toggle}
            size="small"
            label="Выбрать несколько"
            aria-pressed={selecting !== null}
            icon={<ListChecks size={17} />}
            onClick={() => (selecting ? selecting.end() : select())}
            className="ml-auto aria-pressed:bg-pressed"
          />
        </div>
        <div className="self-contained min-h-0 grow overflow-y-auto overscroll-contain px-2 pb-4">
          <ConversationList key={list.scope} bringsChats />
        </div>
        {selecting ? <SelectionBar selecting={selecting} /> : <DropStrip />}
        {dialogs}
      </div>
    </ListContext>
  )
}

/** Escape in the list ends the choice of several. */
function useEscape(place: RefObject<HTMLElement | null>, selecting: Selecting | null) {
  const end = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && selecting?.end())
  useEffect(() => {
    const element = place.current
    const listener = (event: KeyboardEvent) => void end(event)
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [place])
}

const Filter = ({ service, isOnlyHere }: { service: ChatService; isOnlyHere: boolean }) => (
  <div
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no group of form fields
    role="group"
    aria-label="Какие чаты показать"
    className="flex gap-0.5"
  >
    {[false, true].map((isHere) => (
      <button
        key={String(isHere)}
        type="button"
        aria-pressed={isHere === isOnlyHere}
        onClick={() => onlyHere.setState(isHere, true)}
        className="h-8 rounded-control px-2.5 text-caption text-ink-soft transition hover:bg-hover aria-pressed:bg-pressed aria-pressed:text-ink pointer-coarse:h-11"
      >
        {isHere ? tools[`/${service}`].title : 'Все чаты'}
      </button>
    ))}
  </div>
)

/** What is always there to drop a chat on, wherever the list is scrolled. It covers the end of the list only meanwhile. */
function DropStrip() {
  const { actions } = useList()
  const pin = useDropTarget((chosen) => actions.place(chosen, { pinned: true }))
  const file = useDropTarget((chosen) => actions.file(chosen))
  const className = clsx('flex grow items-center justify-center gap-2 p-3 text-caption text-ink-soft', dropClass)
  return (
    useIsDragging() && (
      <div
        aria-hidden
        className="absolute inset-x-2 bottom-2 flex animate-appear gap-2 rounded-card border border-line bg-raised p-2 shadow-floating"
      >
        <div {...pin} className={className}>
          <Pin size={16} />
          Закрепить
        </div>
        <div {...file} className={className}>
          <FolderInput size={16} />В папку…
        </div>
      </div>
    )
  )
}

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The list over a narrow window. It goes away by a swipe too. */
export function ChatsDrawer({ open, onOpenChange }: DrawerProps) {
  const close = () => onOpenChange(false)
  const swiping = useSwipeAway(close)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      side="left"
      title="Чаты"
      closeLabel="Закрыть список чатов"
      className="flex flex-col lg:not-in-data-[document=open]:hidden"
    >
      <div {...swiping} className="flex min-h-0 grow touch-pan-y flex-col">
        <ChatsTop onDone={close} />
        <ChatsOfUser>
          <Chats onPick={close} />
        </ChatsOfUser>
      </div>
    </Dialog>
  )
}

interface PanelProps {
  open: boolean
  /** Opens and closes the panel. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/**
 * Past conversations with the service of the page, below a button; closes on a click outside, on Escape, when the user picks one and
 * when a dialog about one opens.
 */
export function HistoryPanel({ open, button, onClose }: PanelProps) {
  const service = useService()
  const [container] = useState(landmark)
  const [list, dialogs] = useListState({
    scope: service,
    selecting: null,
    chooseAll: null,
    onPick: onClose,
    onDialog: onClose
  })
  return (
    <ListContext value={list}>
      <Popover.Root open={open} onOpenChange={(wanted) => !wanted && onClose()}>
        <Popover.Anchor virtualRef={button} />
        <Popover.Portal container={container}>
          <Popover.Content
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-label="История чатов"
            data-chats
            onInteractOutside={(event) => {
              // A press on the button closes it by itself.
              if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault()
            }}
            onEscapeKeyDown={(event) => {
              if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (document.activeElement === document.body) button.current?.focus()
            }}
            className="z-40 max-h-90 w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-floating data-[state=open]:animate-rise"
          >
            <ConversationList bringsChats={service === 'chatgpt'} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {dialogs}
    </ListContext>
  )
}
