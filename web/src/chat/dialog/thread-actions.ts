import { createContext, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { findModel, type ShownModel, soldInPlaceOf } from '#contract/catalogue/models.ts'
import type { Message } from '#contract/chats.ts'
import { answerPrice, offeredOf, type AnswerExtras, noExtras } from '#contract/catalogue/answer-extras.ts'
import { surchargeOf } from '#contract/catalogue/attachments.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import type { RoleOfConversation } from '#contract/roles.ts'
import { errorText } from '../../base/http/error-text.ts'
import { type AskNow, askingNow } from '../../base/page/ask-now.ts'
import { modelsNow } from '../../base/session/models.ts'
import { useSession } from '../../base/session/session.tsx'
import { notify } from '../../base/ui/notify.ts'
import type { InChat } from '../../media/job/in-chat.ts'
import { emptyDraft, type Intent, extrasOf } from '../draft/draft.ts'
import type { LiveAnswer } from '../stream/live-answer.ts'
import type { openDocumentOf } from '../documents/open-document.ts'
import { chatLink } from '../conversations/addresses.ts'
import { branchConversation, showVersion } from '../conversations/conversations.ts'
import { makeAgain, useWorksHere } from '../create/works-here.ts'
import { askBeside, rejoin, repeat } from '../stream/asking.ts'
import type { Asker } from '../stream/following.ts'
import type { Order } from '../create/order-work.ts'
import { noteAllSaved, showObstacle } from '../stream/chat-store.ts'

export type Direction = 'previous' | 'next'

/**
 * What can be done with the messages of a page: the same object until it changes what is drawn, so that typing and streaming do
 * not draw every message again.
 */
export interface ThreadActions {
  /** Null: there is none yet. */
  chatId: number | null
  models: readonly ShownModel[]
  isLocked: (model: ShownModel) => boolean
  /** An answer is being written, or a change is under way: the conversation cannot be changed meanwhile. */
  disabled: boolean
  /** The folder of the chat, whose project adds to the price of a question; null: none; undefined: not known yet. */
  folderId: number | null | undefined
  /** Which way the user was going when this message took the place of another version: its switch then has the focus. */
  takeFocus: (messageId: number) => Direction | null
  /** @param projectTokens what the user has seen that the project adds */
  answerAgain: (turn: Intent, model: string, projectTokens: number) => void
  edit: (message: Message, prompt: string) => void
  carryOn: (model: string) => void
  show: (messageId: number, direction: Direction) => void
  branch: (messageId: number) => void
  /** Opens the document of an answer beside the conversation; null: there are none here. */
  openDocument: ((messageId: number) => void) | null
  repeat: (turn: Intent, lost: LiveAnswer | null) => void
  rejoin: (answer: LiveAnswer) => void
  /** Asks a model of another page, in a new chat there. @param priceTokens of the answer, without the files */
  askElsewhere: (words: Words, model: ShownModel, priceTokens: number) => void
  /** What the cards of works do here; null: there is no conversation yet. */
  works: InChat | null
  /** Orders a work once more, for the same request. @throws what ordering throws */
  makeAgain: (order: AgainOrder) => Promise<void>
}

type AgainOrder = Order & { answersMessageId: number }

/** What another model is asked. */
type Words = Pick<Intent, 'prompt' | 'files'> & { role?: RoleOfConversation | null }

// What a question costs when it is changed and asked again.

interface Asking {
  /** The model and the switches of the composer. */
  model: ShownModel
  extras: AnswerExtras
  messages: { items: readonly Message[] }
  /** What the files of the project add. */
  projectTokens?: number | undefined
}

/** How a changed question is asked: as before, or with the composer's choices if no model has answered it. */
function extrasOfEdit({ model, extras, messages }: Asking, id: number): AnswerExtras {
  const answer = messages.items.find((message) => message.parent_id === id)
  return offeredOf(model, answer ? extrasOf(answer) : extras)
}

interface EditPrice {
  tokens: number
  /** The most that it costs: without a search it is less. */
  withSearch: boolean
}

/** Apart from the other actions, because it changes with the composer: only an editor that is open is drawn again. */
export const PriceOfEdit = createContext<(message: Message) => EditPrice | null>(() => null)

/** @returns null where the model's price is all there is */
export const priceOfEditIn =
  (asking: Asking) =>
  ({ id, attachments = [] }: Message): EditPrice | null => {
    const asked = extrasOfEdit(asking, id)
    const surchargeTokens = surchargeOf(attachments) + (asking.projectTokens ?? 0)
    if (!asked.webSearch && surchargeTokens === 0) return null
    return { tokens: answerPrice(asking.model, asked) + surchargeTokens, withSearch: asked.webSearch }
  }

// What the user does with the messages of a conversation: answers again, edits, shows versions, branches.

/** What the model is asked for when an answer is to go on. */
const continuation = 'Продолжи ответ с того места, на котором он прервался'

interface FocusedSwitch {
  messageId: number
  direction: Direction
}

interface ActionsContext extends Pick<Asker, 'isFieldless'> {
  asker: Asker
  models: readonly ShownModel[]
  /** The model of the composer. */
  model: ShownModel
  generating: boolean
  /** The switches of the composer. */
  extras: AnswerExtras
  messages: { items: readonly Message[] }
  /** There is a composer, which has the panel «Создать». */
  creates?: boolean
  /** Of the page's own conversation: documents can be opened beside it. */
  field?: RefObject<HTMLTextAreaElement | null>
}

type Acts = Omit<ThreadActions, 'chatId' | 'models' | 'isLocked' | 'disabled' | 'folderId' | 'works'>

export function useThreadActions(context: ActionsContext): ThreadActions {
  const { models, generating, asker, creates = false, field } = context
  const { user } = useSession()
  const plan = user?.plan
  const { acts, busy } = useActs(context)
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const disabled = generating || busy
  const folderId = asker.project ? asker.project.folderId : null
  const works = useWorksHere(asker, creates)
  const { conversationId: chatId } = asker
  return useMemo(
    () => ({
      chatId,
      models,
      isLocked: ({ basic }) => plan !== undefined && !mayUse(plan, basic),
      disabled,
      folderId,
      takeFocus: (...asked) => latest.current.takeFocus(...asked),
      answerAgain: (...asked) => latest.current.answerAgain(...asked),
      edit: (...asked) => latest.current.edit(...asked),
      carryOn: (...asked) => latest.current.carryOn(...asked),
      show: (...asked) => latest.current.show(...asked),
      branch: (...asked) => latest.current.branch(...asked),
      openDocument: field ? (...asked) => latest.current.openDocument?.(...asked) : null,
      repeat: (...asked) => latest.current.repeat(...asked),
      rejoin: (...asked) => latest.current.rejoin(...asked),
      askElsewhere: (...asked) => latest.current.askElsewhere(...asked),
      works,
      makeAgain: (...asked) => latest.current.makeAgain(...asked)
    }),
    [models, plan, disabled, works, field, folderId, chatId]
  )
}

/** The same question to another model, with what that has of the switches. */
function givenTo(models: readonly ShownModel[], id: string, turn: Intent): Intent {
  const { extras = noExtras } = turn
  const chosen = models.find((candidate) => candidate.id === id)
  return { ...turn, model: id, isGiven: true, extras: chosen ? offeredOf(chosen, extras) : extras }
}

const asDocument: typeof openDocumentOf = async (...asked) =>
  (await import('../documents/open-document.ts')).openDocumentOf(...asked)

/** What is sold in the place of a model that answered before. */
function soldNow(service: Asker['page']['service'], id: string): string | undefined {
  const all = modelsNow()
  const before = findModel(all, service, id)
  return before && soldInPlaceOf(all, before)?.id
}

function useActs(context: ActionsContext): { acts: Acts; busy: boolean } {
  const { asker, models, model, extras, messages, field, isFieldless } = context
  const { page, queries, conversationId } = asker
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const focused = useRef<FocusedSwitch | null>(null)

  async function change(failed: string, run: (id: number) => Promise<void>) {
    if (conversationId === null || busy) return
    setBusy(true)
    try {
      await run(conversationId)
    } catch (error) {
      if (!showObstacle(error, conversationId, model.id)) notify.error(errorText(error, failed))
    } finally {
      setBusy(false)
    }
  }

  const soldFor = (id: string): string => soldNow(page.service, id) ?? model.id

  const acts: Acts = {
    repeat: (turn, lost) => repeat({ ...asker, isFieldless }, { ...turn, model: soldFor(turn.model) }, lost),
    rejoin: (answer) => rejoin(asker, answer),
    askElsewhere: ({ prompt, files = [], role = null }, { id, page: elsewhere }, priceTokens) => {
      const { box } = asker
      const draft = box.draft()
      // The words go along.
      if (draft.prompt.trim() === prompt.trim()) box.put(emptyDraft(draft.owner))
      const ask: AskNow = { prompt, model: id, priceTokens, operationId: null }
      void navigate(elsewhere, { state: { prompt, model: id, files: [...files], role, ...askingNow(ask).state } })
    },
    takeFocus: (messageId) => {
      const { current } = focused
      if (current?.messageId !== messageId) return null
      focused.current = null
      return current.direction
    },
    answerAgain: (turn, chosen, projectTokens) =>
      void askBeside(asker, { ...givenTo(models, chosen, turn), projectTokens }),
    edit: ({ id, parent_id: parentMessageId, attachments: files }, prompt) => {
      // What its editor shows: a dearer project is refused.
      const shown = { extras: extrasOfEdit({ model, extras, messages }, id), projectTokens: asker.projectTokens }
      askBeside(asker, { prompt, model: model.id, place: { parentMessageId }, changes: id, files, ...shown })
    },
    carryOn: (chosen) => void askBeside(asker, { prompt: continuation, model: soldFor(chosen), isGiven: true }),
    show: (messageId, direction) =>
      void change('Не удалось показать другую версию', async (id) => {
        focused.current = { messageId, direction }
        noteAllSaved(id)
        await showVersion(queries, id, messageId)
      }),
    openDocument: (messageId) =>
      void change('Не удалось открыть документ', (id) =>
        asDocument(messageId, { ...asker, conversationId: id, navigate })
      ),
    makeAgain: (order) => makeAgain(asker, model.id, order),
    branch: (messageId) =>
      void change('Ошибка при создании чата', async (id) => {
        const branch = await branchConversation(queries, id, messageId)
        notify.success('Новый чат создан')
        // The button leaves with the messages.
        field?.current?.focus({ preventScroll: true })
        void navigate(chatLink(page.path, branch.id))
      })
  }
  return { acts, busy }
}
