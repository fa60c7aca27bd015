import { clsx } from 'clsx'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { chatPaths, type ChatPage } from '#contract/catalogue/chat.ts'
import { Page as NotFoundPage } from '../base/page/not-found-page.tsx'
import { chatPageOf } from './texts/chat-pages.ts'
import { ChatBar, ModelSelect } from './bar/chat-bar.tsx'
import { ChatMenu } from './acts/chat-menu.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { useChatDialogs } from './acts/chat-dialogs.tsx'
import { ChatsButtons, HistoryButton } from './list-buttons.tsx'
import { SearchButton, useChatSearch } from './search/search-button.tsx'
import { Side } from './side.tsx'
import { useChat, type Chat } from './use-chat.ts'
import { documentIdOf } from './conversations/addresses.ts'
import { useRoomBeside } from './documents/room-beside.ts'
import { readOpened } from './conversations/read-opened.ts'
import { useIsFromBuild } from '../base/page/from-build.ts'
import { Unconnected } from '../base/page/unconnected.tsx'
import { useIsPageUnconnected } from '../base/session/unconnected.ts'
import { FailureBoundary } from '../base/ui/failure-boundary.tsx'
import { isScrollLocked } from '../base/ui/scroll-lock.ts'
import { useLateDialog } from '../base/ui/use-late-dialog.ts'
import { late } from '../base/page/late.ts'
import { lateDialog } from '../base/ui/late-dialog.tsx'

/** All chat pages; the address says which one. */
export const Page = Object.assign(
  () => {
    const { pathname } = useLocation()
    const path = chatPaths.find((candidate) => candidate === pathname)
    return path ? <ChatView key={path} page={chatPageOf(path)} /> : <NotFoundPage />
  },
  { Side, prepare: readOpened }
)

const InstructionDialog = lateDialog(
  async () => (await import('./roles/instruction-dialog.tsx')).InstructionDialog,
  ({ conversation }) => conversation !== null
)

const DocumentPanel = late(async () => (await import('./documents/document-panel.tsx')).DocumentPanel)

/** A new chat is not what the user opens: public/before-paint.js marks an address that names another one. */
const exceptTheBar = 'in-data-[opens=chat]:[&>:not(:first-child)]:hidden'

/** One chat page, as its catalogue entry describes it. */
function ChatView({ page }: { page: ChatPage }) {
  const chat = useChat(page)
  const { conversationId, models, model, isLocked, generating } = chat
  const isFromBuild = useIsFromBuild()
  const shortcuts = useShortcuts(chat)
  const search = useChatSearch()
  const { acts, dialog } = useChatDialogs()
  const instruction = useLateDialog()
  const isUnconnected = useIsPageUnconnected(page.path)

  return (
    <div className="flex min-w-0 grow">
      <div className={clsx('flex min-w-0 grow flex-col', isFromBuild && exceptTheBar)}>
        <ChatBar
          page={page}
          name={chat.name}
          onNew={chat.begin}
          // A question is about to have one.
          hasName={conversationId !== null || generating}
          menu={
            <ChatMenu
              id={conversationId}
              conversation={chat.current}
              acts={acts}
              onSearch={search}
              onShortcuts={shortcuts.show}
            />
          }
          model={
            !isUnconnected && (
              <ModelSelect
                models={models}
                model={model}
                isLocked={isLocked}
                onChoose={chat.chooseAny}
                disabled={generating}
              />
            )
          }
          chats={<ChatsButtons />}
          history={
            <>
              {search && <SearchButton onClick={search} />}
              {page.history === 'dropdown' && <HistoryButton />}
            </>
          }
        />
        {isUnconnected && conversationId === null ? (
          <Unconnected />
        ) : (
          <ChatDialog page={page} chat={chat} onInstruct={instruction.show} />
        )}
        {shortcuts.dialog}
        {dialog}
        {instruction.wasOpened && (
          <InstructionDialog
            conversation={instruction.open ? chat.current : null}
            onClose={() => instruction.setOpen(false)}
          />
        )}
      </div>
      <DocumentPlace chat={chat} page={page} />
    </div>
  )
}

/** The place of a document that is still loaded, where there is room for both. */
function EmptyPlace() {
  useRoomBeside()
  return <div className="w-1/2 max-w-3xl shrink-0 max-lg:hidden" />
}

/** The document that the address names. */
function DocumentPlace({ chat, page }: { chat: Chat; page: ChatPage }) {
  const id = documentIdOf(useSearchParams()[0])
  return (
    id !== null &&
    chat.conversationId !== null && (
      <FailureBoundary drawn={id} failure={null}>
        <Suspense fallback={<EmptyPlace />}>
          <DocumentPanel key={id} id={id} conversationId={chat.conversationId} chat={chat} page={page} />
        </Suspense>
      </FailureBoundary>
    )
  )
}

const ShortcutsDialog = lateDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** The keys of a chat page, on whatever keyboard layout; shortcuts-dialog.tsx lists them. @returns the list, when it is open, and what opens it */
function useShortcuts({ begin, field }: Pick<Chat, 'begin' | 'field'>) {
  const { open, setOpen, wasOpened, show } = useLateDialog()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event)
    // A dialog that is open keeps the focus.
    if (!act || isScrollLocked()) return
    event.preventDefault()
    if (act === 'new') begin()
    if (act === 'list') show()
    else field.current?.focus()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  const dialog = wasOpened && <ShortcutsDialog open={open} onOpenChange={setOpen} />
  return { show, dialog }
}

function actOf({ code, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): 'new' | 'list' | 'composer' | null {
  if (altKey) return null
  const command = ctrlKey || metaKey
  if (command && shiftKey && code === 'KeyO') return 'new'
  if (command && !shiftKey && code === 'Slash') return 'list'
  return !command && shiftKey && code === 'Escape' ? 'composer' : null
}
