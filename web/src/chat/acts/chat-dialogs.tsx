// The dialogs about a whole conversation, each loaded when it is first opened.
import { Fragment, useState } from 'react'
import type { Conversation } from '#contract/chats.ts'
import type { ChatActs, Subject } from './chat-menu.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'

const ShareDialog = lateDialog(async () => (await import('../sharing/share-dialog.tsx')).ShareChatDialog)
const SaveDialog = lateDialog(async () => (await import('../saving/save-dialog.tsx')).SaveDialog)
const RenameDialog = lateDialog(async () => (await import('./rename-dialog.tsx')).RenameDialog)
const DeleteDialog = lateDialog(
  async () => (await import('./delete-dialog.tsx')).DeleteDialog,
  ({ candidates }) => candidates !== null
)
const BudgetDialog = lateDialog(async () => (await import('./budget-dialog.tsx')).BudgetDialog)
const MemoryDialog = lateDialog(async () => (await import('../memory/memory-dialog.tsx')).MemoryDialog)
const ImportDialog = lateDialog(async () => (await import('../import/import-dialog.tsx')).ImportDialog)

interface Acts extends ChatActs {
  bring: () => void
}

type Opened =
  | { act: 'share' | 'save'; subject: Subject }
  | { act: 'allow'; subject: number }
  | { act: 'rename' | 'remove' | 'recall'; subject: Conversation }
  | { act: 'bring' }

/** @returns what opens them, and the one that is open */
export function useChatDialogs() {
  const [opened, setOpened] = useState<(Opened & { number: number }) | null>(null)
  const [open, setOpen] = useState(false)
  const show = (next: Opened) => {
    setOpened({ ...next, number: (opened?.number ?? 0) + 1 })
    setOpen(true)
  }
  const acts: Acts = {
    share: (subject) => show({ act: 'share', subject }),
    save: (subject) => show({ act: 'save', subject }),
    rename: (subject) => show({ act: 'rename', subject }),
    remove: (subject) => show({ act: 'remove', subject }),
    allow: (subject) => show({ act: 'allow', subject }),
    recall: (subject) => show({ act: 'recall', subject }),
    bring: () => show({ act: 'bring' })
  }
  const dialog = opened && (
    <Fragment key={opened.number}>{dialogOf(opened, { open, onClose: () => setOpen(false) })}</Fragment>
  )
  return { acts, dialog }
}

function dialogOf(opened: Opened, state: { open: boolean; onClose: () => void }) {
  switch (opened.act) {
    case 'share':
      return <ShareDialog conversation={opened.subject} {...state} />
    case 'save':
      return <SaveDialog conversation={opened.subject} {...state} />
    case 'rename':
      return <RenameDialog conversation={opened.subject} {...state} />
    case 'remove':
      return <DeleteDialog candidates={state.open ? [opened.subject] : null} onClose={state.onClose} />
    case 'allow':
      return <BudgetDialog conversationId={opened.subject} {...state} />
    case 'recall':
      return <MemoryDialog conversationId={opened.subject.id} folderId={opened.subject.folder_id} {...state} />
    case 'bring':
      return <ImportDialog {...state} />
    default:
      return opened satisfies never
  }
}
