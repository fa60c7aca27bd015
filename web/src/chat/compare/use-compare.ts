import { useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { promptOf } from '#contract/answers.ts'
import { titleOf } from '#contract/chat-titles.ts'
import type { ShownModel } from '#contract/models.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import { errorText } from '../../base/http/error-text.ts'
import { paths } from '../../base/paths.ts'
import { useModels } from '../../base/session/models.ts'
import { useSession } from '../../base/session/session.tsx'
import { notify } from '../../base/ui/notify.ts'
import { createConversation, readWithout, removeConversation } from '../conversations/conversations.ts'
import { type DraftBox, useDraft, usePrompt } from '../draft/draft-box.ts'
import { stop } from '../stream/asking.ts'
import { useAllAnswers, useRunningAnswer } from '../stream/use-chat-store.ts'
import { emptyDraft } from '../draft/draft.ts'
import {
  comparedIn,
  comparedMax,
  comparedMin,
  compareLink,
  firstCompared,
  chosenOf,
  type Compared
} from './compared.ts'

/** What the page of the comparison shows and does. Each column asks for itself: here is only what they share. */
export function useCompare() {
  const session = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const models = useModels()
  const compared = useMemo(() => comparedIn(query, models), [query, models])
  const [wanted, setWanted] = useState<readonly string[]>(firstCompared)
  const { box } = useDraft(paths.compare, null)
  const prompt = usePrompt(box)
  const all = useAllAnswers()
  const answers = useMemo(() => compared.flatMap(({ conversationId: id }) => all.get(id) ?? []), [all, compared])
  const isRunning = useRunningAnswer(answers) !== null

  const { user } = session
  const chosen = compared.length > 0 ? compared.map(({ model }) => model) : chosenOf(models, wanted)
  const isLocked = ({ basic }: ShownModel) => user !== null && !mayUse(user.plan, basic)
  const { beginning, asked, send, takeQuestion } = useQuestions(compared, chosen, box)

  const busy = beginning || isRunning
  return {
    session,
    models,
    compared,
    chosen,
    isLocked,
    asked,
    busy,
    isRunning,
    stop: () => answers.forEach((answer) => stop(answer)),
    prompt,
    type: (text: string) => box.type(text),
    toggle: (model: ShownModel) => {
      const next = chosen.includes(model) ? chosen.filter((other) => other !== model) : [...chosen, model]
      setWanted(next.slice(0, comparedMax).map(({ id }) => id))
    },
    canSend: user !== null && !busy && chosen.length >= comparedMin && !chosen.some(isLocked),
    send: () => void send(),
    takeQuestion,
    again: () => {
      setWanted(chosen.map(({ id }) => id))
      void navigate(paths.compare)
    }
  }
}

/** Hands what is typed to the columns, whose conversations are created for the first question. */
function useQuestions(compared: readonly Compared[], chosen: readonly ShownModel[], box: DraftBox) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(0)
  const [beginning, setBeginning] = useState(false)
  /** By conversation; the column that asks a question removes it. */
  const questions = useRef(new Map<number, string>())

  /** @throws ApiError when one could not be created: then all are deleted, because a user would not know what the empty ones are */
  async function begin(title: string): Promise<Compared[]> {
    const begun: Compared[] = []
    try {
      for (const model of chosen) {
        const { id } = await createConversation(queries, { service: model.service, model: model.id, title })
        begun.push({ model, conversationId: id })
      }
      return begun
    } catch (error) {
      const ids = begun.map(({ conversationId }) => conversationId)
      await Promise.allSettled(ids.map((id) => removeConversation(queries, id)))
      void readWithout(queries, ids)
      throw error
    }
  }

  async function send() {
    const { prompt, owner } = box.draft()
    const question = promptOf(prompt)
    if (question === '' || beginning) return
    setBeginning(true)
    try {
      const asks = compared.length > 0 ? compared : await begin(titleOf(question))
      for (const { conversationId } of asks) questions.current.set(conversationId, question)
      box.put(emptyDraft(owner))
      setAsked((count) => count + 1)
      if (compared.length === 0) await navigate(compareLink(asks))
    } catch (error) {
      notify.error(errorText(error, 'Ошибка при создании чата'))
    } finally {
      setBeginning(false)
    }
  }

  const takeQuestion = (conversationId: number) => {
    const question = questions.current.get(conversationId)
    questions.current.delete(conversationId)
    return question
  }
  return { beginning, asked, send, takeQuestion }
}

export type Compare = ReturnType<typeof useCompare>
