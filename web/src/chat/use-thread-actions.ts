// What the user does with the messages of a conversation: answers again, edits, shows versions, branches.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { noExtras, offeredOf, type AnswerExtras } from '#contract/catalogue/answer-extras.ts'
import type { ChatModel } from '#contract/catalogue/chat.ts'
import type { Message } from '#contract/chats.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import { errorText } from '../base/http/error-text.ts'
import { useSession } from '../base/session/session.tsx'
import { notify } from '../base/ui/notify.ts'
import { branchConversation, showVersion } from './conversations/conversations.ts'
import { extrasOfEdit } from './dialog/edit-price.ts'
import type { Direction, ThreadActions } from './dialog/thread-actions.ts'
import { chatLink } from './conversations/chat-link.ts'
import { askBeside, type Asker, rejoin, repeat } from './stream/asking.ts'
import { noteAllSaved, showObstacle } from './stream/chat-store.ts'

/** What the model is asked for when an answer is to go on. */
const continuation = 'Продолжи ответ с того места, на котором он прервался'

interface FocusedSwitch {
  messageId: number
  direction: Direction
}

interface ActionsContext {
  asker: Asker
  models: readonly ChatModel[]
  /** Of the composer. */
  model: ChatModel
  generating: boolean
  /** The switches of the composer. */
  extras: AnswerExtras
  messages: { items: readonly Message[] }
}

type Acts = Pick<
  ThreadActions,
  'takeFocus' | 'answerAgain' | 'edit' | 'carryOn' | 'show' | 'branch' | 'repeat' | 'rejoin'
>

export function useThreadActions(context: ActionsContext): ThreadActions {
  const { models, generating } = context
  const { user } = useSession()
  const plan = user?.plan
  const { acts, busy } = useActs(context)
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const disabled = generating || busy
  return useMemo(
    () => ({
      models,
      isLocked: ({ basic }) => plan !== undefined && !mayUse(plan, basic),
      disabled,
      takeFocus: (...asked) => latest.current.takeFocus(...asked),
      answerAgain: (...asked) => latest.current.answerAgain(...asked),
      edit: (...asked) => latest.current.edit(...asked),
      carryOn: (...asked) => latest.current.carryOn(...asked),
      show: (...asked) => latest.current.show(...asked),
      branch: (...asked) => latest.current.branch(...asked),
      repeat: (...asked) => latest.current.repeat(...asked),
      rejoin: (...asked) => latest.current.rejoin(...asked)
    }),
    [models, plan, disabled]
  )
}

function useActs(context: ActionsContext): { acts: Acts; busy: boolean } {
  const { asker, models, model, extras, messages } = context
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

  const offeredBy = (id: string, asked: AnswerExtras = noExtras): AnswerExtras => {
    const chosen = models.find((candidate) => candidate.id === id)
    return chosen ? offeredOf(chosen, asked) : asked
  }

  const acts: Acts = {
    repeat: (turn, lost) => repeat(asker, turn, lost),
    rejoin: (answer) => rejoin(asker, answer),
    takeFocus: (messageId) => {
      const { current } = focused
      if (current?.messageId !== messageId) return null
      focused.current = null
      return current.direction
    },
    answerAgain: (turn, chosen) =>
      askBeside(asker, { ...turn, model: chosen, isGiven: true, extras: offeredBy(chosen, turn.extras) }),
    edit: ({ id, parent_id: parentMessageId, attachments: files }, prompt) => {
      const asked = extrasOfEdit({ model, extras, messages }, id)
      askBeside(asker, { prompt, model: model.id, place: { parentMessageId }, files, extras: asked })
    },
    carryOn: (chosen) => askBeside(asker, { prompt: continuation, model: chosen, isGiven: true }),
    show: (messageId, direction) =>
      void change('Не удалось показать другую версию', async (id) => {
        focused.current = { messageId, direction }
        noteAllSaved(id)
        await showVersion(queries, id, messageId)
      }),
    branch: (messageId) =>
      void change('Ошибка при создании чата', async (id) => {
        const branch = await branchConversation(queries, id, messageId)
        notify.success('Новый чат создан')
        void navigate(chatLink(page.path, branch.id))
      })
  }
  return { acts, busy }
}
