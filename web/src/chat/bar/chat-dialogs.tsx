// The dialogs about a whole conversation, each loaded when it is first opened.
import { lazy, Suspense, useState } from 'react'
import type { ChatActs, Subject } from './chat-bar.tsx'

const ShareDialog = lazy(async () => ({ default: (await import('../sharing/share-dialog.tsx')).ShareChatDialog }))
const SaveDialog = lazy(async () => ({ default: (await import('../saving/save-dialog.tsx')).SaveDialog }))
const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog.tsx')).ImportDialog }))

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
