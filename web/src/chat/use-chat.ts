import { useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useSession } from '../base/session/session.tsx'
import { modelsOfPage } from '#contract/catalogue/chat-models.ts'
import type { ChatModel, ChatPage } from '#contract/catalogue/chat.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import type { Conversation } from '#contract/chats.ts'
import { useAttaching } from './attach/use-attaching.ts'
import { useDraft } from './draft/draft-box.ts'
import { threadOf } from './stream/thread.ts'
import { shownTitle } from './conversations/conversations.ts'
import { useWindowTitle } from './use-window-title.ts'
import { useConversations, useMessages } from './conversations/use-conversations.ts'
import { useDeleting } from './history/deleting.tsx'
import { chatLink, conversationIdOf } from './conversations/chat-link.ts'
import { otherPageOf, useHomePage, useOpening } from './opening.ts'
import { useFollowing, useJoining } from './stream/use-following.ts'
import { useLiveAnswers, useRunningAnswer } from './stream/use-live-answers.ts'
import { useAsking } from './use-asking.ts'
import { useSending } from './use-sending.ts'
import { useThreadActions } from './use-thread-actions.ts'
import { useGivenPrompt } from './use-given-prompt.ts'

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
  const name = current ? shownTitle(current) : null
  useWindowTitle(page, name)
  const conversationModel = current?.model ?? messages.items.at(-1)?.model
  const { models, model, choose } = useModel(page, conversationId, conversationModel)
  const opening = useOpening(page, choose)
  useHomePage(page, conversationId, conversationModel)

  const attaching = useAttaching(useDraft(page.path, conversationId))
  const { box, files } = attaching
  useGivenPrompt(page, box, field, choose)
  const { follow, obstacle, showObstacle, dismissObstacle } = useFollowing(page)
  useJoining(conversationId, messages.items, follow)
  const asking = useAsking({ page, conversationId, box, choose, follow, showObstacle })
  const { ask, beginning } = asking
  const items = useMemo(() => threadOf(messages.items, answers), [messages.items, answers])

  const generating = running !== null || beginning !== null
  const sending = useSending({ conversationId, running, generating, attaching }, () => {
    dismissObstacle()
    ask({ prompt: box.draft().prompt, model: model.id, files })
  })
  const actions = useThreadActions({ page, conversationId, models, model, generating, asking, follow, showObstacle })

  const show = (id: number | null) => void navigate(chatLink(page.path, id))
  const deleting = useDeleting(page, (id) => id === conversationId && show(null))
  const isLocked = ({ basic }: ChatModel) => session.user !== null && !mayUse(session.user.plan, basic)

  return {
    session,
    field,
    conversationId,
    name,
    conversations,
    messages,
    items,
    running,
    beginning,
    generating,
    models,
    model,
    choose,
    isLocked,
    opening,
    attaching,
    deleting,
    dismissObstacle,
    actions,
    obstacle: obstacle && obstacle.conversationId === conversationId ? obstacle : null,
    ...sending,
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

interface Choice {
  conversationId: number | null
  model: string
}

/** The model of the next answer: the one the user chose for this conversation, else its last one, else the page's. */
function useModel(page: ChatPage, conversationId: number | null, conversationModel: string | undefined) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const models = useMemo(() => modelsOfPage(page.path), [page.path])
  const find = (id: string | undefined): ChatModel | undefined => models.find((candidate) => candidate.id === id)
  const chosen = choice?.conversationId === conversationId ? choice.model : undefined
  const model = find(chosen) ?? find(conversationModel) ?? find(page.defaultModel)
  if (!model) throw new Error(`The page ${page.path} has no default model`)
  return { models, model, choose: (id: string, of = conversationId) => setChoice({ conversationId: of, model: id }) }
}
