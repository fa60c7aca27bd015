// All dialogs about the list of chats, which are loaded when the first is opened.
import { useQueryClient } from '@tanstack/react-query'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import type { Folder } from '#contract/folders.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { errorText } from '../../base/http/error-text.ts'
import type { Place } from '../conversations/placing.ts'
import { InstructionDialog } from '../roles/instruction-dialog.tsx'
import { deleteConversation, shownTitle, renameConversation } from '../conversations/conversations.ts'
import { draftKey, forgetDraft } from '../draft/draft-box.ts'
import { forgetLiveAnswers } from '../stream/chat-store.ts'
import { useLiveAnswers, useRunningAnswer } from '../stream/use-chat-store.ts'
import { FolderDialogs, type FolderTask } from './folder-dialogs.tsx'
import { NameForm } from './name-form.tsx'

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
