import { useMemo, useRef, useEffect, useEffectEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type AnswerExtras, answerPrice } from '#contract/catalogue/answer-extras.ts'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import type { RoleOfConversation } from '#contract/roles.ts'
import { notify } from '../base/ui/notify.ts'
import { promptOf } from '#contract/answers.ts'
import { messagesKey } from '../base/http/query-keys.ts'
import { useSession } from '../base/session/session.tsx'
import { pageAt, windowTitle } from '../base/pages.ts'
import { useAttaching } from './attach/attaching.tsx'
import { useCreates } from './create/create-button.tsx'
import type { Way } from './draft/draft.ts'
import { type DraftBox, forgetDraft, useDraft } from './draft/draft-box.ts'
import { dismissObstacle } from './stream/chat-store.ts'
import { shownPriceOf } from './stream/follow-answer.ts'
import { threadOf } from './stream/thread.ts'
import { useModel } from './model-choice.ts'
import { useAskNow, useGivenPrompt } from './opening.ts'
import {
  useAsker,
  useBeginning,
  useObstacle,
  useSending,
  useLiveAnswers,
  useRunningAnswer
} from './stream/use-chat-store.ts'
import { useThreadActions } from './dialog/thread-actions.ts'
import { conversationIdOf } from './conversations/addresses.ts'
import { useProject } from './projects/use-project.ts'
import { shownTitle } from './conversations/conversations.ts'
import {
  type Conversations,
  useConversations,
  useConversationsNews,
  useLearnedWorks,
  useMessages,
  useOpenConversation
} from './conversations/use-conversations.ts'

/** Everything a chat page shows and does. */
export function useChat(page: ChatPage) {
  const open = useOpenChat(page)
  const { session, conversationId, messages, answers, running, current } = open
  const field = useRef<HTMLTextAreaElement>(null)
  const choice = useModel(page, conversationId, current?.model ?? messages.items.at(-1)?.model)
  const { models, model, extras, extrasFor, choose } = choice

  const draft = useDraft(page.path, conversationId)
  const project = useProject(conversationId, current, { service: page.service, model: model.id })
  const attaching = useAttaching(draft, model, project)
  const { box } = attaching
  const { chooseAny, handOver, asked } = useGivenPrompt(page, box, field, choose)
  const creates = useCreates()
  const asker = useAsker({ page, conversationId, box, creates, messages: messages.items, choose, project })
  const [beginning, isBeginning] = useBeginning(conversationId)
  const obstacle = useObstacle(conversationId)
  const items = useMemo(() => threadOf(messages.items, answers), [messages.items, answers])
  useLearnedWorks(messages.items)

  const generating = running !== null || isBeginning
  const ready = messages.state === 'ready' && !project.isPending
  const wayOf = (wanted = model.id, on?: AnswerExtras): Way => {
    const used = extrasFor(wanted, on)
    const shown = shownPriceOf({ service: page.service, model: wanted, webSearch: used.webSearch })
    return { model: wanted, extras: used, shown, projectTokens: project.tokens }
  }
  const { isHindered } = attaching
  const sending = useSending({ asker, running, generating, isHindered, wayOf, ready })
  const answerTokens = answerPrice(model, extras)
  const send = session.status === 'signed-out' ? () => void register(page, model, answerTokens, box) : sending.send
  useAskNow(asked, { model, priceTokens: answerTokens, box, send })
  const actions = useThreadActions({ asker, messages, models, model, extras, generating, creates, field })

  /** Who answers in the new conversation, and with which model, when the role asks for one. */
  const chooseRole = (chosen: RoleOfConversation | null, wanted: string | null) => {
    box.put({ ...box.draft(), role: chosen })
    if (wanted !== null) choose(wanted)
    field.current?.focus()
  }

  const isMissing = useIsMissing(messages, box)
  const isLocked = ({ basic }: ShownModel) => session.user !== null && !mayUse(session.user.plan, basic)

  return {
    ...open,
    ...sending,
    send,
    asker,
    field,
    items,
    beginning,
    generating,
    ...choice,
    isLocked,
    attaching,
    role: draft.role,
    chooseRole,
    chooseAny,
    /** What is written in a chat that was deleted goes along into the new one. */
    begin: isMissing ? () => handOver(model.id) : open.begin,
    dismissObstacle: () => dismissObstacle(conversationId),
    actions,
    obstacle,
    /** Writes a request into the composer, ready to be changed or sent. */
    fill: (text: string) => {
      box.type(text)
      field.current?.focus()
    }
  }
}

export type Chat = ReturnType<typeof useChat>

/** Keeps the request of a visitor, and opens the registration over it. */
async function register({ path }: ChatPage, { id, name }: ShownModel, priceTokens: number, box: DraftBox) {
  const { operationId, prompt: typed } = box.draft()
  const prompt = promptOf(typed)
  if (prompt === '') return notify.error('Введите запрос')
  const { askForAccount } = await import('../base/session/kept-question.ts')
  askForAccount({ path, prompt, model: id, name, priceTokens, operationId })
}

/** The conversation that the address names, the others, and the ways between them. */
function useOpenChat(page: ChatPage) {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const conversationId = session.status === 'signed-out' ? null : conversationIdOf(query)
  const conversations = useConversations('all')
  useConversationsNews()
  const messages = useMessages(conversationId)
  const answers = useLiveAnswers(conversationId)
  const running = useRunningAnswer(answers)
  /** Null: a new one, or not known yet. */
  const current = useOpenConversation(conversationId, conversations) ?? null
  useAskedElsewhere(conversationId, messages.state === 'ready' && running === null, conversations)
  const name = current && shownTitle(current)
  useWindowTitle(page, name)

  return {
    session,
    conversationId,
    messages,
    answers,
    running,
    current,
    name,
    begin: () => void navigate(page.path)
  }
}

/** Whether the chat was deleted: then nothing is kept of what was written for it, once its page is left. */
function useIsMissing({ state }: Pick<ReturnType<typeof useMessages>, 'state'>, { key }: DraftBox): boolean {
  const isMissing = state === 'missing'
  useEffect(() => (isMissing ? () => forgetDraft(key) : undefined), [isMissing, key])
  return isMissing
}

/** Reads the messages again when the list says that an answer is written: it was asked before this page could hear of it. */
function useAskedElsewhere(id: number | null, isQuiet: boolean, { running }: Pick<Conversations, 'running'>): void {
  const queries = useQueryClient()
  const runsIn = id !== null && running.has(id) ? id : null
  const read = useEffectEvent((chat: number) => {
    if (isQuiet) void queries.invalidateQueries({ queryKey: messagesKey(chat) }, { cancelRefetch: false })
  })
  useEffect(() => {
    if (runsIn !== null) read(runsIn)
  }, [runsIn])
}

/** The window is named after the open conversation, so that several tabs can be told apart. */
function useWindowTitle({ path }: ChatPage, name: string | null): void {
  useEffect(() => {
    const own = windowTitle(pageAt(path).title)
    if (name === null) return
    document.title = `${name} · ${own}`
    return () => {
      // Another page has already put its own.
      if (document.title === `${name} · ${own}`) document.title = own
    }
  }, [path, name])
}
