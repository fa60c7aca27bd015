import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { deleteConversation } from '../conversations/conversations.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { Conversation } from '#contract/chats.ts'
import { notify } from '../../base/ui/notify.ts'
import { forgetDraft } from '../draft/draft-box.ts'
import { draftKey } from '../draft/draft-storage.ts'
import { forgetLiveAnswers } from '../stream/live-answers.ts'

/** Deleting after a question, because it cannot be undone. `onDeleted` runs for the conversation that is gone. */
export function useDeleting(page: ChatPage, onDeleted: (id: number) => void) {
  const queries = useQueryClient()
  const [candidate, setCandidate] = useState<Conversation | null>(null)
  const [deleting, setDeleting] = useState(false)

  async function confirm() {
    if (!candidate || deleting) return
    setDeleting(true)
    try {
      await deleteConversation(queries, { id: candidate.id, service: page.service })
      forgetLiveAnswers(candidate.id)
      forgetDraft(draftKey(page.path, candidate.id))
      onDeleted(candidate.id)
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
