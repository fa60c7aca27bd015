import { useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useSession } from '../base/session/session.tsx'
import type { ChatModel, ChatPage } from '#contract/catalogue/chat.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import type { Conversation } from '#contract/chats.ts'
import { chatLink, conversationIdOf } from './chat-link.ts'
import { useDraft } from './draft/use-draft.ts'
import { threadOf } from './stream/thread.ts'
import { useMessages } from './dialog/use-messages.ts'
import { useConversations } from './history/use-conversations.ts'
import { useDeleting } from './history/use-deleting.ts'
import { otherPageOf } from './opening.ts'
import { useFollowing } from './stream/use-following.ts'
import { useJoining } from './stream/use-joining.ts'
import { useLiveAnswers, useRunningAnswer } from './stream/use-live-answers.ts'
import { useAsking } from './use-asking.ts'
import { useGivenPrompt } from './use-given-prompt.ts'
import { useHomePage } from './use-home-page.ts'
import { useModel } from './use-model.ts'
import { useOpening } from './use-opening.ts'

/** Everything a chat page shows and does. */
export function useChat(page: ChatPage) {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const field = useRef<HTMLTextAreaElement>(null)
  const conversationId = session.status === 'signed-out' ? null : conversationIdOf(query)
  const conversations = useConversations(page)
  const messages = useMessages(conversationId)
  const answers = useLiveAnswers(conversationId)
  const running = useRunningAnswer(answers)

  const current = conversations.items.find(({ id }) => id === conversationId)
  const conversationModel = current?.model ?? messages.items.at(-1)?.model
  const { models, model, choose } = useModel(page, conversationId, conversationModel)
  const opening = useOpening(page, choose)
  useHomePage(page, conversationId, conversationModel)

  const { box, prompt } = useDraft(page.path, conversationId)
  useGivenPrompt(page, box, field, choose)
  const { follow, obstacle, dismissObstacle } = useFollowing(page)
  useJoining(conversationId, messages.items, follow)
  const { ask, repeat, beginning } = useAsking({ page, conversationId, box, choose, follow })
  const items = useMemo(() => threadOf(messages.items, answers), [messages.items, answers])

  const show = (id: number | null) => void navigate(chatLink(page.path, id))
  const deleting = useDeleting(page, (id) => id === conversationId && show(null))
  const isLocked = ({ basic }: ChatModel) => session.user !== null && !mayUse(session.user.plan, basic)

  return {
    session,
    field,
    conversationId,
    conversations,
    messages,
    items,
    running,
    beginning,
    generating: running !== null || beginning !== null,
    models,
    model,
    choose,
    isLocked,
    opening,
    box,
    prompt,
    deleting,
    dismissObstacle,
    follow,
    repeat,
    obstacle: obstacle?.conversationId === conversationId ? obstacle : null,
    send: () => {
      dismissObstacle()
      ask({ prompt: box.draft().prompt, model: model.id })
    },
    begin: () => show(null),
    pick: ({ id, model: own }: Conversation) => void navigate(chatLink(otherPageOf(page, own) ?? page.path, id)),
    /** Writes a request into the composer, ready to be changed or sent. */
    fill: (text: string) => {
      box.type(text)
      field.current?.focus()
    }
  }
}

export type Chat = ReturnType<typeof useChat>
