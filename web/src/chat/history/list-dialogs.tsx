// All dialogs about the list of chats, which are loaded when the first is opened.
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import type { Place } from '../conversations/placing.ts'
import { InstructionDialog } from '../roles/instruction-dialog.tsx'
import { DeleteDialog } from './deleting.tsx'
import { FolderDialogs, type FolderTask } from './folder-dialogs.tsx'
import { RenameDialog } from './renaming.tsx'

export type ListTask =
  | FolderTask
  | { kind: 'rename'; conversation: Conversation }
  | { kind: 'instruct'; conversation: Conversation }
  | { kind: 'delete'; conversation: Conversation }

interface ListDialogsProps {
  page: ChatPage
  /** Null: no dialog is open. */
  task: ListTask | null
  folders: readonly Folder[]
  /** In which conversations answers are written now, by any device. */
  running: ReadonlySet<number>
  onPlace: (conversation: Conversation, place: Place) => void
  onDeleted: (id: number) => void
  onClose: () => void
}

export function ListDialogs({ page, task, folders, running, onPlace, onDeleted, onClose }: ListDialogsProps) {
  const about = (kind: 'rename' | 'instruct' | 'delete') => (task?.kind === kind ? task.conversation : null)
  const folderTask = task && 'folder' in task ? task : task?.kind === 'file' ? task : null
  return (
    <>
      <RenameDialog candidate={about('rename')} onClose={onClose} />
      <InstructionDialog conversation={about('instruct')} onClose={onClose} />
      <DeleteDialog page={page} candidate={about('delete')} running={running} onDeleted={onDeleted} onClose={onClose} />
      <FolderDialogs task={folderTask} folders={folders} onPlace={onPlace} onClose={onClose} />
    </>
  )
}
