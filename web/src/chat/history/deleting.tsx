import { useQueryClient } from '@tanstack/react-query'
import { deleteConversation, shownTitle } from '../conversations/conversations.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { draftKey, forgetDraft } from '../draft/draft-box.ts'
import { forgetLiveAnswers } from '../stream/chat-store.ts'
import { useLiveAnswers, useRunningAnswer } from '../stream/use-chat-store.ts'

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
export function DeleteDialog({ page, candidate, running, onDeleted, onClose }: DeleteDialogProps) {
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
