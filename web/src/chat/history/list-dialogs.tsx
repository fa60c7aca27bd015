// All dialogs about the list of chats, which are loaded when the first is opened.
import { useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { chatFolders, type Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { type FolderCalls, FolderDialogs, type FolderTask } from '../../base/ui/folder-dialogs.tsx'
import { notify } from '../../base/ui/notify.ts'
import { chatPathOf, readWithout, removeConversation, shownTitle } from '../conversations/conversations.ts'
import { forEachChat, type Place } from '../conversations/placing.ts'
import { draftKey, forgetDraft } from '../draft/draft-box.ts'
import { InstructionDialog } from '../roles/instruction-dialog.tsx'
import { forgetLiveAnswers } from '../stream/chat-store.ts'
import { useAllAnswers, useRunningAnswer } from '../stream/use-chat-store.ts'
import { chatsWord } from './list-words.ts'

type Chosen = readonly Conversation[]

export type ListTask =
  | { kind: 'file'; chosen: Chosen }
  | { kind: 'delete'; chosen: Chosen }
  | { kind: 'instruct'; conversation: Conversation }
  | { kind: 'rename-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }

interface ListDialogsProps {
  /** Null: no dialog is open. */
  task: ListTask | null
  folders: readonly Folder[]
  /** In which conversations answers are written now, by any device. */
  running: ReadonlySet<number>
  onPlace: (chosen: Chosen, place: Place) => void
  /** @param failed those that could not be deleted */
  onDeleted: (deleted: Chosen, failed: Chosen) => void
  onClose: () => void
}

export function ListDialogs({ task, folders, running, onPlace, onDeleted, onClose }: ListDialogsProps) {
  const place = (chosen: Chosen, folderId: number | null) => {
    onPlace(chosen, { folderId, ...(folderId !== null && { pinned: false }) })
    onClose()
  }
  return (
    <>
      <InstructionDialog conversation={task?.kind === 'instruct' ? task.conversation : null} onClose={onClose} />
      <DeleteDialog
        candidates={task?.kind === 'delete' ? task.chosen : null}
        running={running}
        onDeleted={onDeleted}
        onClose={onClose}
      />
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

function folderTaskOf(
  task: ListTask | null,
  place: (chosen: Chosen, folderId: number | null) => void
): FolderTask | null {
  if (task?.kind === 'rename-folder') return { kind: 'rename', folder: task.folder }
  if (task?.kind === 'delete-folder') return { kind: 'delete', folder: task.folder }
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

interface DeleteDialogProps {
  /** Null: the dialog is closed. */
  candidates: Chosen | null
  /** In which conversations answers are written now: this page follows only those that it has asked for or shown. */
  running: ReadonlySet<number>
  onDeleted: (deleted: Chosen, failed: Chosen) => void
  onClose: () => void
}

const none: Chosen = []

/** Deletes conversations after the user has confirmed it, and says which could not be deleted. */
function DeleteDialog({ candidates, running, onDeleted, onClose }: DeleteDialogProps) {
  const queries = useQueryClient()
  // While the dialog disappears it shows what it was about.
  const [chosen, setChosen] = useState(candidates ?? none)
  if (candidates && candidates !== chosen) setChosen(candidates)
  const isAnswering = useIsAnswering(chosen, running)
  const count = chosen.length
  const deleting = useSingleMutation({
    mutationFn: async (wanted: Chosen) => {
      const { failed } = await forEachChat(wanted, ({ id }) => removeConversation(queries, id))
      const deleted = wanted.filter((one) => !failed.includes(one))
      for (const conversation of deleted) {
        forgetLiveAnswers(conversation.id)
        forgetDraft(draftKey(chatPathOf(conversation), conversation.id))
      }
      const ids = deleted.map(({ id }) => id)
      if (ids.length > 0) await readWithout(queries, ids)
      return { deleted, failed }
    },
    onSuccess: ({ deleted, failed }) => {
      tellDeleted(deleted.length, failed.length)
      onDeleted(deleted, failed)
      if (deleted.length > 0) onClose()
    },
    onError: () => notify.error('Ошибка при удалении чата')
  })
  const [one] = chosen
  return (
    <Dialog
      open={candidates !== null}
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? 'Удалить чат?' : `Удалить ${chatsWord(count)}?`}
      description={
        count === 1
          ? `«${one ? shownTitle(one) : ''}» и все его сообщения исчезнут насовсем.`
          : 'Они и все их сообщения исчезнут насовсем.'
      }
    >
      {isAnswering && (
        <p className="mt-3 text-small text-ink-soft">
          {count === 1
            ? 'Ответ в нём ещё пишется: он остановится, спишется только за готовое.'
            : 'Ответы, которые в них ещё пишутся, остановятся, спишется только за готовое.'}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button variant="danger" busy={deleting.isPending} onClick={() => candidates && deleting.start(candidates)}>
          {count === 1 ? 'Удалить' : `Удалить ${chatsWord(count)}`}
        </Button>
      </div>
    </Dialog>
  )
}

function useIsAnswering(chosen: Chosen, running: ReadonlySet<number>): boolean {
  const answers = useAllAnswers()
  const followed = useMemo(() => chosen.flatMap(({ id }) => answers.get(id) ?? []), [chosen, answers])
  return useRunningAnswer(followed) !== null || chosen.some(({ id }) => running.has(id))
}

function tellDeleted(deleted: number, failed: number): void {
  if (failed === 0) return notify.success(deleted === 1 ? 'Чат удален' : `Удалено: ${chatsWord(deleted)}`)
  if (deleted === 0) return notify.error(failed === 1 ? 'Ошибка при удалении чата' : 'Ошибка при удалении чатов')
  notify.error(`Удалено: ${chatsWord(deleted)}. Ещё ${chatsWord(failed)} удалить не удалось`)
}
