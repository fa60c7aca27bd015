// All dialogs about the list of chats, which are loaded when the first is opened.
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { chatFolders, type Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { type FolderCalls, FolderDialogs, type FolderTask } from '../../base/ui/folder-dialogs.tsx'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { shownTitle } from '../conversations/conversations.ts'
import type { Place } from '../conversations/placing.ts'
import { Deletion } from '../projects/deletion.tsx'
import { InstructionDialog } from '../roles/instruction-dialog.tsx'
import { DeleteDialog } from '../acts/delete-dialog.tsx'
import { chatsWord } from '../acts/list-words.ts'

type Chosen = readonly Conversation[]

export type ListTask =
  | { kind: 'file'; chosen: Chosen }
  | { kind: 'delete'; chosen: Chosen }
  | { kind: 'instruct'; conversation: Conversation }
  | { kind: 'project'; folder: Folder }
  | { kind: 'rename-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }

const ProjectDialog = lateDialog(
  async () => (await import('../projects/project-dialog.tsx')).ProjectDialog,
  ({ folder }) => folder !== null
)

interface ListDialogsProps {
  /** Null: no dialog is open. */
  task: ListTask | null
  folders: readonly Folder[]
  onPlace: (chosen: Chosen, place: Place) => void
  /** @param failed those that could not be deleted */
  onDeleted: (failed: Chosen) => void
  onClose: () => void
}

export function ListDialogs({ task, folders, onPlace, onDeleted, onClose }: ListDialogsProps) {
  const place = (chosen: Chosen, folderId: number | null) => {
    onPlace(chosen, { folderId, ...(folderId !== null && { pinned: false }) })
    onClose()
  }
  return (
    <>
      <InstructionDialog conversation={task?.kind === 'instruct' ? task.conversation : null} onClose={onClose} />
      <DeleteDialog candidates={task?.kind === 'delete' ? task.chosen : null} onDeleted={onDeleted} onClose={onClose} />
      <LateProject folder={task?.kind === 'project' ? task.folder : null} folders={folders} onClose={onClose} />
      <FolderDialogs
        task={folderTaskOf(task, place)}
        folders={folders}
        calls={useFolderCalls()}
        contents="Чаты"
        newLabel="Новая папка"
        onClose={onClose}
        onMade={onClose}
        onDeleted={onClose}
      />
    </>
  )
}

interface LateProjectProps extends Pick<ListDialogsProps, 'folders' | 'onClose'> {
  /** Null: it is closed. */
  folder: Folder | null
}

function LateProject({ folder, folders, onClose }: LateProjectProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (folder && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  // Its name may be changed in the panel.
  const shown = folder && (folders.find(({ id }) => id === folder.id) ?? folder)
  return <ProjectDialog folder={shown} asked={null} onClose={onClose} />
}

function folderTaskOf(
  task: ListTask | null,
  place: (chosen: Chosen, folderId: number | null) => void
): FolderTask | null {
  if (task?.kind === 'rename-folder') return { kind: 'rename', folder: task.folder }
  if (task?.kind === 'delete-folder')
    return { kind: 'delete', folder: task.folder, description: <Deletion folder={task.folder} /> }
  if (task?.kind !== 'file') return null
  const { chosen } = task
  const onChoose = (folderId: number | null) => place(chosen, folderId)
  const [one] = chosen
  return one && chosen.length === 1
    ? { kind: 'file', description: `Чат «${shownTitle(one)}»`, current: one.folder_id, onChoose }
    : { kind: 'file', description: chatsWord(chosen.length), onChoose }
}

function useFolderCalls(): FolderCalls {
  const queries = useQueryClient()
  const reread = () => queries.invalidateQueries({ queryKey: conversationsKey })
  return {
    create: async (name) => {
      const { folder } = await call(chatFolders.create, { name })
      await reread()
      return folder.id
    },
    rename: (id, name) => call(chatFolders.rename, { id, name }).then(reread),
    remove: (id) => call(chatFolders.remove, { id }).then(reread)
  }
}
