// All dialogs about the list of chats, which are loaded when the first is opened.
import { useQueryClient } from '@tanstack/react-query'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { chatFolders, type Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { type FolderCalls, FolderDialogs, type FolderTask } from '../../base/ui/folder-dialogs.tsx'
import { NameForm } from '../../base/ui/name-form.tsx'
import { notify } from '../../base/ui/notify.ts'
import { deleteConversation, renameConversation, shownTitle } from '../conversations/conversations.ts'
import type { Place } from '../conversations/placing.ts'
import { draftKey, forgetDraft } from '../draft/draft-box.ts'
import { InstructionDialog } from '../roles/instruction-dialog.tsx'
import { forgetLiveAnswers } from '../stream/chat-store.ts'
import { useLiveAnswers, useRunningAnswer } from '../stream/use-chat-store.ts'

export type ListTask =
  | { kind: 'file'; conversation: Conversation }
  | { kind: 'rename-folder'; folder: Folder }
  | { kind: 'delete-folder'; folder: Folder }
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
  const place = (conversation: Conversation, folderId: number | null) => {
    onPlace(conversation, { folderId, ...(folderId !== null && { pinned: false }) })
    onClose()
  }
  return (
    <>
      <RenameDialog candidate={about('rename')} onClose={onClose} />
      <InstructionDialog conversation={about('instruct')} onClose={onClose} />
      <DeleteDialog page={page} candidate={about('delete')} running={running} onDeleted={onDeleted} onClose={onClose} />
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
  place: (conversation: Conversation, folderId: number | null) => void
): FolderTask | null {
  if (task?.kind === 'rename-folder') return { kind: 'rename', folder: task.folder }
  if (task?.kind === 'delete-folder') return { kind: 'delete', folder: task.folder }
  if (task?.kind !== 'file') return null
  const { conversation } = task
  return {
    kind: 'file',
    description: `Чат «${shownTitle(conversation)}»`,
    current: conversation.folder_id,
    onChoose: (folderId) => place(conversation, folderId)
  }
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
  page: ChatPage
  /** Null: the dialog is closed. */
  candidate: Conversation | null
  /** In which conversations answers are written now: this page follows only those that it has asked for or shown. */
  running: ReadonlySet<number>
  onDeleted: (id: number) => void
  onClose: () => void
}

/** Deletes a conversation after the user has confirmed it. */
function DeleteDialog({ page, candidate, running, onDeleted, onClose }: DeleteDialogProps) {
  const queries = useQueryClient()
  const followed = useRunningAnswer(useLiveAnswers(candidate?.id ?? null))
  const isAnswering = followed !== null || (candidate !== null && running.has(candidate.id))
  const deleting = useSingleMutation({
    mutationFn: async ({ id }: Conversation) => {
      await deleteConversation(queries, { id, service: page.service })
      forgetLiveAnswers(id)
      forgetDraft(draftKey(page.path, id))
      return id
    },
    onSuccess: (id) => {
      onDeleted(id)
      notify.success('Чат удален')
      onClose()
    },
    onError: () => notify.error('Ошибка при удалении чата')
  })
  return (
    <Dialog
      open={candidate !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Удалить чат?"
      description={`«${candidate ? shownTitle(candidate) : ''}» и все его сообщения исчезнут насовсем.`}
    >
      {isAnswering && (
        <p className="mt-3 text-small text-ink-soft">
          Ответ в нём ещё пишется: он остановится, спишется только за готовое.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button variant="danger" busy={deleting.isPending} onClick={() => candidate && deleting.start(candidate)}>
          Удалить
        </Button>
      </div>
    </Dialog>
  )
}

const lengthMax = 200

/** Gives a conversation another name. @param candidate null: the dialog is closed */
const RenameDialog = ({ candidate, onClose }: { candidate: Conversation | null; onClose: () => void }) => (
  <Dialog open={candidate !== null} onOpenChange={(open) => !open && onClose()} title="Переименовать чат">
    {candidate && <RenameForm key={candidate.id} conversation={candidate} onClose={onClose} />}
  </Dialog>
)

function RenameForm({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const queries = useQueryClient()
  const renaming = useSingleMutation({
    mutationFn: (wanted: string) => renameConversation(queries, conversation, wanted),
    onSuccess: onClose,
    onError: (error) => notify.error(errorText(error, 'Не удалось переименовать чат'))
  })
  return (
    <NameForm
      name={conversation.title}
      lengthMax={lengthMax}
      busy={renaming.isPending}
      onSubmit={renaming.start}
      onCancel={onClose}
    />
  )
}
