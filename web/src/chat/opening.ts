// Links that open a chat page, or bring a request to it. `chat` names a conversation. `open=1` asks for the one in which `operation` was asked, else for
// the one that was used at the time `ts`, or a new one with `model`. A conversation or model that belongs to the service's other page is shown there.
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ChatPage, ChatPath } from '#contract/catalogue/chat.ts'
import { findModel, homeOf, type ShownModel } from '#contract/catalogue/models.ts'
import type { Conversation } from '#contract/chats.ts'
import { promptOf } from '#contract/answers.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { askNowIn, type AskNow } from '../base/page/ask-now.ts'
import { createNowIn } from '../base/page/create-now.ts'
import { useIsFromBuild } from '../base/page/from-build.ts'
import { paths } from '../base/paths.ts'
import { modelsNow, useModels } from '../base/session/models.ts'
import { useSession } from '../base/session/session.tsx'
import { notify } from '../base/ui/notify.ts'
import { chatLink } from './conversations/addresses.ts'
import { conversationOf, createConversation, latestConversations } from './conversations/conversations.ts'
import { chatsFailedText } from './conversations/use-conversations.ts'
import { uploadsOf } from './attach/attaching.tsx'
import { openPanel } from './create/open-panel.ts'
import type { Draft } from './draft/draft.ts'
import { type DraftBox, draftBox, draftKey, moveDraft } from './draft/draft-box.ts'
import { type HandedOver, handedOverIn, lacksFiles } from './draft/handed-over.ts'

interface Opening {
  model: string | null
  /** Milliseconds; null when the link names no time. */
  time: number | null
  operationId: string | null
}

export function openingOf(query: URLSearchParams): Opening | null {
  if (query.get('open') !== '1') return null
  const time = Number(query.get('ts') || Number.NaN)
  return { model: query.get('model'), time: Number.isFinite(time) ? time : null, operationId: query.get('operation') }
}

/** The other page of this service, when the model, or what is sold in its place, belongs there; null when it belongs here or is unknown. */
export function otherPageOf(
  page: ChatPage,
  model: string | null | undefined,
  models: readonly ShownModel[] = modelsNow()
): ChatPath | null {
  const home = model ? homeOf(models, page.service, model) : undefined
  return home && home !== page.path ? home : null
}

/** The conversation whose last change is nearest to a time; without a time, the latest. */
export function nearestConversation(
  page: ChatPage,
  conversations: readonly Conversation[],
  time: number | null
): Conversation | null {
  const distance = ({ updated_at }: Conversation) => (time === null ? -updated_at : Math.abs(updated_at - time))
  const here = conversations.filter(({ model }) => !otherPageOf(page, model))
  return here.reduce<Conversation | null>(
    (nearest, candidate) => (nearest && distance(nearest) <= distance(candidate) ? nearest : candidate),
    null
  )
}

/** Sends the user to the service's other page when the open conversation's model belongs there. */
export function useHomePage(page: ChatPage, conversationId: number | null, model: string | undefined) {
  const navigate = useNavigate()
  const models = useModels()
  const other = conversationId === null ? null : otherPageOf(page, model, models)
  useEffect(() => {
    if (!other) return
    moveDraft(draftKey(page.path, conversationId), draftKey(other, conversationId))
    void navigate(chatLink(other, conversationId), { replace: true })
  }, [other, page, conversationId, navigate])
}

/**
 * Follows an `open=1` link: to the model's page, and there to the nearest conversation, or a new one.
 * True until the address names a conversation.
 */
export function useOpening(page: ChatPage, choose: (model: string, of: number | null) => void): boolean {
  const { search } = useLocation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { status } = useSession()
  const begun = useRef<string | null>(null)
  const opening = openingOf(new URLSearchParams(search))

  async function open({ model: wanted, time, operationId }: Opening) {
    const model = (wanted && findModel(modelsNow(), page.service, wanted)?.id) || page.defaultModel
    const go = (id: number | null) => {
      choose(wanted || model, id)
      void navigate(chatLink(page.path, id), { replace: true })
    }
    if (status === 'signed-out') return go(null)
    try {
      if (operationId !== null) return go(await conversationOf(operationId))
      const nearest = nearestConversation(page, await latestConversations(page.service), time)
      if (nearest) return void navigate(chatLink(page.path, nearest.id), { replace: true })
    } catch {
      notify.error(chatsFailedText)
      return go(null)
    }
    try {
      const { id } = await createConversation(queries, { service: page.service, model })
      notify.success('Новый чат создан')
      go(id)
    } catch {
      notify.error('Ошибка при создании чата')
      go(null)
    }
  }

  useEffect(() => {
    if (!opening) {
      begun.current = null
      return
    }
    const other = otherPageOf(page, opening.model)
    if (other) return void navigate(other + search, { replace: true })
    if (status === 'loading' || begun.current === search) return
    begun.current = search
    void open(opening)
  })

  return opening !== null
}

/** A longer request hardly fits into an address. */
const lengthMax = 4000

type Written = Pick<Draft, 'prompt' | 'files' | 'role'> & Partial<Pick<Draft, 'operationId' | 'sent'>>

const isEmpty = ({ prompt, files, role }: Written): boolean =>
  prompt.trim() === '' && files.length === 0 && role === null

const isSame = (one: Written, other: Written): boolean =>
  one.prompt === other.prompt &&
  one.role?.name === other.role?.name &&
  one.files.map(({ id }) => id).join() === other.files.map(({ id }) => id).join()

/**
 * Follows a link with a request (`prompt`), a model or both: writes them into the composer of a new conversation;
 * does the same with what another chat page hands over.
 * Only the user sends it. A draft that it replaced can be restored from the toast.
 * @returns `chooseAny` chooses a model: one of another page in a new chat there, to which the draft is handed over; `handOver` takes the
 *   draft into a new chat; `asked` is what its user has sent on another page already
 */
export function useGivenPrompt(
  page: ChatPage,
  box: DraftBox,
  field: RefObject<HTMLTextAreaElement | null>,
  choose: (model: string, of?: number | null) => void
) {
  const { key: place, search, state } = useLocation()
  const navigate = useNavigate()
  const { status, user } = useSession()
  const isFromBuild = useIsFromBuild()
  const followed = useRef<string | null>(null)
  const [asked, setAsked] = useState<AskNow | null>(null)

  useEffect(() => {
    const query = new URLSearchParams(search)
    const handed = handedOverIn(state)
    const ask = askNowIn(state)
    const create = createNowIn(state)
    const linked = beginningOf(promptOf(query.get('prompt') ?? ''), lengthMax)
    const given = ask?.prompt || create?.prompt || linked || handed.prompt || ''
    const wanted = ask?.model ?? query.get('model') ?? handed.model ?? ''
    // The draft belongs to one user: wait until the session says which.
    const waiting = isFromBuild || status === 'loading' || (status === 'signed-in' && user === null)
    const isNothing = !given && wanted === '' && !create
    if (isNothing || query.has('open') || query.has('chat') || waiting || followed.current === place) return
    followed.current = place
    const { prompt, files, role } = box.draft()
    const before: Written = { prompt, files, role }
    const isHanded = handed.model !== undefined
    const next: Written = {
      // A link says nothing of files and roles.
      ...(isHanded ? { files: handed.files ?? [], role: handed.role ?? null } : before),
      prompt: given,
      ...(ask?.operationId && { operationId: ask.operationId, sent: null })
    }
    const write = (written: Written) => box.put({ ...box.draft(), ...written })
    const isGiven = isHanded ? !isEmpty(next) : given !== ''
    const isLost = isHanded ? !isEmpty(before) : before.prompt.trim() !== ''
    if (isGiven) write(next)
    // The home page keeps its question until it stands here.
    const home = draftBox(draftKey(paths.home, null), user?.id ?? null)
    if (ask?.operationId) home.clear(ask.operationId)
    if (create?.prompt && home.draft().prompt.trim() === create.prompt) home.type('')
    const model = findModel(modelsNow(), page.service, wanted)
    // One that is not known may be known when the server has told which models there are.
    if (wanted !== '' && (model?.page ?? page.path) === page.path) choose(wanted, null)
    if (isGiven && isLost && !isSame(before, next))
      notify.info(isHanded ? 'Ваш запрос заменил здешний черновик' : 'Запрос из ссылки заменил ваш черновик', {
        label: 'Вернуть',
        onClick: () => write(before)
      })
    if (create) openPanel(box.key)
    field.current?.focus()
    setAsked(lacksFiles(state) ? null : ask)
    void navigate(page.path, { replace: true })
  }, [place, search, state, isFromBuild, status, user, page, box, field, choose, navigate])

  const handOver = (model: string, to: ChatPath = page.path) => {
    const draft = box.draft()
    const { prompt, files, role } = draft
    box.put({ ...draft, prompt: '', files: [], role: null })
    if (uploadsOf(box.key).length > 0) notify.info('Файлы, которые ещё загружаются, остались в прежнем чате')
    void navigate(to, {
      state: { prompt, model, files: [...files], role } satisfies HandedOver
    })
  }
  const chooseAny = ({ id, page: to }: ShownModel) => (to === page.path ? choose(id) : handOver(id, to))
  return { chooseAny, handOver, asked }
}

/**
 * Sends a question that its user has just sent from another page, once it stands in the composer with its model and still costs what
 * they saw. Anything else waits there for another press.
 */
export function useAskNow(asked: AskNow | null, { model, priceTokens, box, send }: AskingNow): void {
  const done = useRef<AskNow | null>(null)
  // The address without it is shown first: what is begun on another one would not open its conversation.
  const isShown = askNowIn(useLocation().state) === null
  const sendNow = useEffectEvent(() => {
    if (box.draft().prompt === asked?.prompt && priceTokens === asked.priceTokens) send()
  })
  useEffect(() => {
    if (!asked || !isShown || done.current === asked || model.id !== asked.model) return
    done.current = asked
    sendNow()
  }, [asked, isShown, model])
}

interface AskingNow {
  model: ShownModel
  /** Of the answer as it would be asked now. */
  priceTokens: number
  box: DraftBox
  send: () => void
}
