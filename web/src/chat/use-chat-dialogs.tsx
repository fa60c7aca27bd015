// The dialogs about a whole conversation and the list of keys, each loaded when it is first opened.
import { lazy, Suspense, useState, useEffect, useEffectEvent } from 'react'
import { isScrollLocked } from '../base/ui/scroll-lock.ts'
import type { ChatActs, Subject } from './bar/chat-bar.tsx'
import type { Chat } from './use-chat.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./sharing/share-dialog.tsx')).ShareChatDialog }))
const SaveDialog = lazy(async () => ({ default: (await import('./saving/save-dialog.tsx')).SaveDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }))

interface Acts extends ChatActs {
  bring: () => void
}

/** @returns what opens them, and the one that is open */
export function useChatDialogs() {
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
export function useShortcuts({ begin, field }: Pick<Chat, 'begin' | 'field'>) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const show = () => {
    setWasOpened(true)
    setOpen(true)
  }
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
