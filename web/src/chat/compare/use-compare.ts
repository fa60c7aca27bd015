import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { promptOf } from '#contract/answers.ts'
import { titleOf } from '#contract/chat-titles.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import { networkText } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { paths } from '../../base/paths.ts'
import { useModels } from '../../base/session/models.ts'
import { useSession } from '../../base/session/session.tsx'
import { ownerOf, storedTokens } from '../../base/session/token-storage.ts'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { unsentKey } from '../../base/storage/unsent.ts'
import { notify } from '../../base/ui/notify.ts'
import { createConversation, takeBackConversation } from '../conversations/conversations.ts'
import { type DraftBox, useDraft, usePrompt } from '../draft/draft-box.ts'
import { stop } from '../stream/asking.ts'
import type { Asker } from '../stream/following.ts'
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
  const [wanted, setWanted] = useWanted(models)
  const { box } = useDraft(paths.compare, null)
  const prompt = usePrompt(box)
  const all = useAllAnswers()
  const answers = useMemo(
    () => compared.flatMap(({ conversationId: id }) => (id !== null && all.get(id)) || []),
    [all, compared]
  )
  const isRunning = useRunningAnswer(answers) !== null

  const { user } = session
  const chosen = compared.length > 0 ? compared.map(({ model }) => model) : wanted
  const isLocked = ({ basic }: ShownModel) => user !== null && !mayUse(user.plan, basic)
  const { beginning, asked, send, takeQuestion } = useQuestions(compared, chosen, box)
  const { addedTokens, tellAdded } = useAdded(compared)

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
    addedTokens,
    tellAdded,
    again: () => {
      setWanted(chosen.map(({ id }) => id))
      void navigate(paths.compare)
    }
  }
}

const keptChoice = keptDrafts(z.object({ owner: z.string().nullable(), ids: z.array(z.string()) }))
const wantedKey = unsentKey('kept', 'compare')

/** The browser knows its user before the page does. */
const ownerHere = () => ownerOf(storedTokens().accessToken)

function readWanted(): readonly string[] {
  const found = keptChoice.read(wantedKey)
  return found && (found.owner === null || found.owner === ownerHere()) ? found.ids : firstCompared
}

/** The models that are chosen for the next comparison, which outlive a reload; the first ones, where too few of these are left. */
function useWanted(models: readonly ShownModel[]): [wanted: ShownModel[], want: (ids: readonly string[]) => void] {
  const [{ ids, isKept }, setWanted] = useState(() => ({ ids: readWanted(), isKept: true }))
  const wanted = chosenOf(models, ids)
  const want = (next: readonly string[]) => {
    setWanted({ ids: next, isKept: false })
    keptChoice.write(wantedKey, { owner: ownerHere(), ids: [...next] })
  }
  // What the user has just chosen is shown, too few as well.
  return [isKept && wanted.length < comparedMin ? chosenOf(models, firstCompared) : wanted, want]
}

/** What the files of projects add to the next question of all columns, each of which tells its own. */
function useAdded(compared: readonly Compared[]) {
  const [added, setAdded] = useState<Readonly<Record<number, number>>>({})
  const tellAdded = useCallback(
    (id: number, tokens: number) =>
      setAdded((known) => ((known[id] ?? 0) === tokens ? known : { ...known, [id]: tokens })),
    []
  )
  const addedTokens = compared.reduce((sum, { conversationId: id }) => sum + ((id !== null && added[id]) || 0), 0)
  return { addedTokens, tellAdded }
}

/** Of one column. */
type Question = { prompt: string } & Pick<Asker, 'isFirst' | 'onRefused'>

/**
 * Creates the conversations that are missing.
 * @throws ApiError when one could not be created: then all new ones are deleted, because a user would not know what the empty ones are
 */
async function withConversations(
  queries: QueryClient,
  wanted: readonly Compared[],
  title: string
): Promise<Compared[]> {
  const begun: number[] = []
  try {
    const asks: Compared[] = []
    for (const { model, conversationId } of wanted) {
      const { service } = model
      const id = conversationId ?? (await createConversation(queries, { service, model: model.id, title }, false)).id
      if (conversationId === null) begun.push(id)
      asks.push({ model, conversationId: id })
    }
    return asks
  } catch (error) {
    await Promise.all(begun.map((id) => takeBackConversation(queries, id)))
    throw error
  }
}

/** Hands what is typed to the columns. Conversations are created for the first question, and deleted when that is refused. */
function useQuestions(compared: readonly Compared[], chosen: readonly ShownModel[], box: DraftBox) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(0)
  const [beginning, setBeginning] = useState(false)
  /** By conversation; the column that asks a question removes it. */
  const questions = useRef(new Map<number, Question>())
  /** Those that were asked last, and those on the page: it may have been left, for another comparison too. */
  const latest = useRef<Compared[]>([])
  const shown = useRef(compared)
  useEffect(() => {
    shown.current = compared
    return () => {
      shown.current = []
    }
  }, [compared])

  /** A first question was refused: its conversation is gone. */
  function lose(lost: number) {
    if (!shown.current.some(({ conversationId }) => conversationId === lost)) return
    latest.current = latest.current.map((one) => (one.conversationId === lost ? { ...one, conversationId: null } : one))
    void navigate(compareLink(latest.current), { replace: true })
  }

  async function send() {
    const draft = box.draft()
    const prompt = promptOf(draft.prompt)
    if (prompt === '' || beginning) return
    // The columns ask nothing without a network, and the words would be lost.
    if (!navigator.onLine) return notify.error(networkText)
    setBeginning(true)
    try {
      const before = compared.length > 0 ? compared : chosen.map((model) => ({ model, conversationId: null }))
      const asks = await withConversations(queries, before, titleOf(prompt))
      let refusals = 0
      for (const [index, { conversationId: id }] of asks.entries()) {
        if (id === null) continue
        const onRefused = (isGone: boolean) => {
          if (isGone) lose(id)
          refusals += 1
          // No column shows it.
          if (refusals === asks.length) box.restore(prompt, [], true)
        }
        questions.current.set(id, { prompt, isFirst: before[index]?.conversationId === null, onRefused })
      }
      latest.current = asks
      // What is typed meanwhile stays.
      if (promptOf(box.draft().prompt) === prompt) box.put(emptyDraft(draft.owner))
      setAsked((count) => count + 1)
      const isSame = before.every(({ conversationId }) => conversationId !== null)
      if (!isSame) await navigate(compareLink(asks), { replace: compared.length > 0 })
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
