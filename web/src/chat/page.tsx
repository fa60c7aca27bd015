import { clsx } from 'clsx'
import { useLocation } from 'react-router-dom'
import { lazy, Suspense, useState, useEffect, useEffectEvent } from 'react'
import { chatPaths, type ChatPage } from '#contract/catalogue/chat.ts'
import { Page as NotFoundPage } from '../base/page/not-found-page.tsx'
import { chatPageOf } from './texts/chat-pages.ts'
import { ChatBar, ChatMenu, ModelSelect, type ChatActs, type Subject } from './bar/chat-bar.tsx'
import { ChatDialog } from './chat-dialog.tsx'
import { HistoryColumn, HistoryDropdown, useListActions } from './history/history.tsx'
import { SearchButton, useChatSearch } from './search/search-button.tsx'
import { useChat, type Chat } from './use-chat.ts'
import { readOpened } from './conversations/read-opened.ts'
import { useIsFromBuild } from '../base/page/from-build.ts'
import { isScrollLocked } from '../base/ui/scroll-lock.ts'
import { useLateDialog } from '../base/ui/use-late-dialog.ts'

/** All chat pages; the address says which one. */
export function Page() {
  const { pathname } = useLocation()
  const path = chatPaths.find((candidate) => candidate === pathname)
  return path ? <ChatView key={path} page={chatPageOf(path)} /> : <NotFoundPage />
}

Page.prepare = readOpened

/** A new chat is not what the user opens: public/before-paint.js marks an address that names another one. */
const exceptTheBar = 'in-data-[opens=chat]:[&>:not(:first-child)]:hidden'

/** One chat page, as its catalogue entry describes it. */
function ChatView({ page }: { page: ChatPage }) {
  const chat = useChat(page)
  const { conversations, conversationId, models, model, isLocked, generating } = chat
  const isFromBuild = useIsFromBuild()
  const shortcuts = useShortcuts(chat)
  const search = useChatSearch()
  const { acts, dialog } = useChatDialogs()
  const subject = conversationId === null ? null : { id: conversationId, title: chat.name ?? page.title }
  const [actions, dialogs] = useListActions({ page, conversations, onPick: chat.pick, onDeleted: chat.leave, acts })
  const onBring = page.service === 'chatgpt' && chat.session.user ? acts.bring : null
  const list = { conversations, service: page.service, currentId: conversationId, onBring, ...actions }

  return (
    <div className="flex grow">
      {page.history === 'list' && <HistoryColumn {...list} onSearch={search} />}
      <div className={clsx('flex min-w-0 grow flex-col', isFromBuild && exceptTheBar)}>
        <ChatBar
          page={page}
          name={chat.name}
          onNew={chat.begin}
          hasName={conversationId !== null}
          menu={<ChatMenu subject={subject} acts={acts} onSearch={search} onShortcuts={shortcuts.show} />}
          model={
            <ModelSelect
              models={models}
              model={model}
              isLocked={isLocked}
              onChoose={chat.chooseAny}
              disabled={generating}
            />
          }
          history={
            <div className={page.history === 'list' ? 'flex xl:hidden' : 'flex'}>
              {search && <SearchButton onClick={search} inMenu={conversationId !== null} />}
              <HistoryDropdown {...list} />
            </div>
          }
        />
        <ChatDialog page={page} chat={chat} onInstruct={actions.onInstruct} />
      </div>
      {shortcuts.dialog}
      {dialogs}
      {dialog}
    </div>
  )
}

// The dialogs about a whole conversation and the list of keys, each loaded when it is first opened.
const ShareDialog = lazy(async () => ({ default: (await import('./sharing/share-dialog.tsx')).ShareChatDialog }))
const SaveDialog = lazy(async () => ({ default: (await import('./saving/save-dialog.tsx')).SaveDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }))

interface Acts extends ChatActs {
  bring: () => void
}

/** @returns what opens them, and the one that is open */
function useChatDialogs() {
  const [opened, setOpened] = useState<{ act: keyof Acts; subject: Subject | null; number: number } | null>(null)
  const [open, setOpen] = useState(false)
  const show = (act: keyof Acts, subject: Subject | null = null) => {
    setOpened({ act, subject, number: (opened?.number ?? 0) + 1 })
    setOpen(true)
  }
  const acts: Acts = {
    share: (conversation) => show('share', conversation),
    save: (conversation) => show('save', conversation),
    bring: () => show('bring')
  }
  const state = { open, onClose: () => setOpen(false) }
  const dialog = opened && (
    <Suspense key={opened.number}>
      {opened.act === 'share' && opened.subject && <ShareDialog conversation={opened.subject} {...state} />}
      {opened.act === 'save' && opened.subject && <SaveDialog conversation={opened.subject} {...state} />}
      {opened.act === 'bring' && <ImportDialog {...state} />}
    </Suspense>
  )
  return { acts, dialog }
}

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

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

  const dialog = wasOpened && (
    <Suspense>
      <ShortcutsDialog open={open} onOpenChange={setOpen} />
    </Suspense>
  )
  return { show, dialog }
}

function actOf({ code, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): 'new' | 'list' | 'composer' | null {
  if (altKey) return null
  const command = ctrlKey || metaKey
  if (command && shiftKey && code === 'KeyO') return 'new'
  if (command && !shiftKey && code === 'Slash') return 'list'
  return !command && shiftKey && code === 'Escape' ? 'composer' : null
}
