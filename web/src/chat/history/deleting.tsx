import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { deleteConversation, shownTitle } from '../conversations/conversations.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { forgetDraft } from '../draft/draft-box.ts'
import { draftKey } from '../draft/draft-storage.ts'
import { forgetLiveAnswers } from '../stream/live-answers.ts'
import { useLiveAnswers, useRunningAnswer } from '../stream/use-live-answers.ts'

/** Deletes a conversation after the user has confirmed it. `onDeleted` runs with its id. */
export function useDeleting(page: ChatPage, onDeleted: (id: number) => void) {
  const queries = useQueryClient()
  const [candidate, setCandidate] = useState<Conversation | null>(null)
  const [deleting, setDeleting] = useState(false)

  async function confirm() {
    if (!candidate || deleting) return
    setDeleting(true)
    try {
      await deleteConversation(queries, { id: candidate.id, service: page.service }, () => {
        forgetLiveAnswers(candidate.id)
        forgetDraft(draftKey(page.path, candidate.id))
        onDeleted(candidate.id)
      })
      notify.success('Чат удален')
      setCandidate(null)
    } catch {
      notify.error('Ошибка при удалении чата')
    } finally {
      setDeleting(false)
    }
  }

  return { candidate, deleting, ask: setCandidate, cancel: () => setCandidate(null), confirm: () => void confirm() }
}

interface DeleteDialogProps {
  candidate: Conversation | null
  deleting: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function DeleteDialog({ candidate, deleting, onConfirm, onCancel }: DeleteDialogProps) {
  const isAnswering = useRunningAnswer(useLiveAnswers(candidate?.id ?? null)) !== null
  return (
    <Dialog
      open={candidate !== null}
      onOpenChange={(open) => !open && onCancel()}
      title="Удалить чат?"
      description={`«${candidate ? shownTitle(candidate) : ''}» и все его сообщения исчезнут насовсем.`}
    >
      {isAnswering && (
        <p className="mt-3 text-small text-ink-soft">
          Ответ в нём ещё пишется: он остановится, спишется только за готовое.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Отмена
        </Button>
        <Button variant="danger" busy={deleting} onClick={onConfirm}>
          Удалить
        </Button>
      </div>
    </Dialog>
  )
}
