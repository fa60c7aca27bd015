// Asks the questions of the chats, whether or not their page is on the screen.
import { promptOf } from '#contract/answers.ts'
import { titleOf } from '#contract/chat-titles.ts'
import type { Message } from '#contract/chats.ts'
import { ApiError, networkText } from '../../base/http/api-error.ts'
import { errorText, isSessionLost } from '../../base/http/error-text.ts'
import { sessionState } from '../../base/session/session-store.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { lastChatKey } from '../../base/storage/unsent.ts'
import { notify } from '../../base/ui/notify.ts'
import { createConversation } from '../conversations/conversations.ts'
import { conversationFor, type DraftBox } from '../draft/draft-box.ts'
import { emptyDraft, type Draft, type Intent, sending, type Way } from '../draft/draft.ts'
import { mayPropose } from '../draft/proposing.ts'
import * as chat from './chat-store.ts'
import { type Asker, follow, followBeside, followFirst, type Place } from './following.ts'
import { LiveAnswer } from './live-answer.ts'
import { unansweredOf } from './thread.ts'

/** The composers whose question is on its way into a conversation, by key. */
const busy = pageStore(() => new Set<string>())

/** What a composer asked before the page knew whose session this is. */
const early = pageStore<{ box: DraftBox; intent: Intent } | null>(() => null)

/** Asks what is typed. */
export function ask(asker: Asker, way: Way) {
  const { prompt, files } = asker.box.draft()
  send(asker, { prompt, files, ...way }, asker.box.draft())
}

/**
 * Asks a question that is not in the composer, under an id of its own, when it is known what the project of the chat adds to it.
 * @param id of its operation, where that is known already @param onSend called just before it is sent
 * @returns false: there is no network, or another question is on its way
 */
export function askBeside(
  asker: Asker,
  intent: Intent,
  { id, onSend }: { id?: string; onSend?: () => void } = {}
): boolean {
  // Its attempts would go on until there is a network, and spend tokens by themselves then.
  if (!navigator.onLine) {
    notify.error(networkText)
    return false
  }
  const { box, project } = asker
  const draft = emptyDraft(box.draft().owner)
  const sendAt = (projectTokens: number | undefined) => {
    onSend?.()
    send(asker, { ...intent, projectTokens }, id === undefined ? draft : { ...draft, operationId: id })
  }
  const tokens = intent.projectTokens ?? project?.tokensFor(intent.model)
  if (!(tokens instanceof Promise)) {
    sendAt(tokens)
    return true
  }
  if (busy.getState().has(box.key)) return false
  busy.getState().add(box.key)
  void tokens.then((known) => {
    busy.getState().delete(box.key)
    sendAt(known)
  })
  return true
}

/**
 * Asks the same again, in the place of a failed turn, which has charged nothing. The composer has its text back, which
 * would otherwise be sent once more; where there is none, a refused attempt leaves the one before with its button. @param lost the
 * attempt, when nothing of it was saved
 */
export function repeat(asker: Asker, intent: Intent, lost: LiveAnswer | null) {
  const { box } = asker
  const { prompt, owner } = box.draft()
  if (busy.getState().has(box.key)) return
  const onSend = () => {
    if (prompt.trim() === intent.prompt.trim()) box.put(emptyDraft(owner))
    if (lost && !intent.place) chat.removeLiveAnswer(lost)
  }
  // Nothing else shows the words of a lost attempt. What the project added before is of no account.
  const isShown = !lost || intent.place !== undefined
  const onRefused = !isShown && asker.isFieldless && (() => chat.addLiveAnswer(lost))
  const isGiven = isShown || asker.isFieldless
  askBeside(
    { ...asker, ...(onRefused && { onRefused }) },
    { ...intent, isGiven, changes: undefined, projectTokens: undefined },
    { onSend }
  )
}

/**
 * A question that was asked too early is sent when the session is known, and only after its first reading: nothing is sent, and charged,
 * long after it was asked. A user who has gone on typing meanwhile asks again.
 */
export function askEarly(asker: Asker) {
  const kept = early.getState()
  early.setState(null, true)
  if (kept?.box !== asker.box || kept.intent.prompt.trim() !== asker.box.draft().prompt.trim()) return
  send(asker, { ...kept.intent, projectTokens: asker.projectTokens }, asker.box.draft())
}

/** For a page that is opened or left: nothing of what was begun on the one before is shown or asked there. */
export function leave() {
  early.setState(null, true)
  chat.forgetPage()
}

/** One question at a time for each composer: further clicks are ignored. Each intent has its own id. */
function send(asker: Asker, intent: Intent, draft: Draft) {
  const prompt = promptOf(intent.prompt)
  if (prompt === '') return notify.error('Введите запрос')
  const { status, user } = sessionState()
  if (status === 'signed-out') return notify.error('Необходимо войти в систему')
  const { box, conversationId } = asker
  const isTyped = draft === box.draft()
  if (!user) {
    if (status === 'loading' && isTyped) early.setState({ box, intent }, true)
    return
  }
  if (busy.getState().has(box.key)) return
  busy.getState().add(box.key)
  keepLast(`${asker.page.path}?model=${encodeURIComponent(intent.model)}`)
  // What is asked again follows the switch as it is then.
  const asks = asker.creates && mayPropose() ? true : undefined
  const asked = { ...intent, prompt, proposes: intent.proposes === false ? false : asks }
  const sent = sending(draft, asked)
  if (isTyped) box.put(sent)
  if (conversationId === null) chat.setBeginning(asked)
  void start(asker, sent, asked).finally(() => busy.getState().delete(box.key))
}

/** For «Новый чат» of the icon. */
function keepLast(address: string) {
  try {
    localStorage.setItem(lastChatKey, address)
  } catch {
    // Storage is blocked or full: the icon opens the page of GPT-5.
  }
}

async function start(asker: Asker, draft: Draft, intent: Intent) {
  const { model } = intent
  try {
    const answer = await begin(asker, draft, intent)
    if (asker.conversationId === null) void followFirst(asker, answer, intent)
    else if (asker.onRefused) void followBeside(asker, answer, asker.onRefused)
    else void follow(asker, answer)
  } catch (error) {
    chat.endBeginning(intent)
    if (chat.showObstacle(error, asker.conversationId, model)) return
    const isTold = isSessionLost(error) || (error instanceof ApiError && error.code === 'RATE_LIMITED')
    notify.error(isTold ? errorText(error) : 'Ошибка при создании чата')
  }
}

/** The live answer to a question, for the caller to follow. Throws `ApiError` when its conversation could not be created. */
async function begin({ page, queries, conversationId, box }: Asker, draft: Draft, intent: Intent): Promise<LiveAnswer> {
  const { path, service } = page
  const { operationId, role } = draft
  const { prompt, model, place, files, extras, proposes, projectTokens } = intent
  let begins = false
  const create = async () => {
    const wanted = { service, model, title: titleOf(prompt), ...(role && { role }) }
    const created = await createConversation(queries, wanted, false)
    begins = true
    return created.id
  }
  const id = conversationId ?? (await conversationFor(path, box, draft, create))
  const known = chat.findLiveAnswer(id, operationId)
  if (known) return known
  const question = {
    service,
    conversationId: id,
    prompt,
    model,
    ...place,
    ...(files?.length && { attachments: files.map((file) => file.id) }),
    // Switches that are off are left out of the request.
    ...(extras?.webSearch && { webSearch: true }),
    ...(extras?.thinking && { thinking: true }),
    ...(proposes && { proposes }),
    ...(projectTokens !== undefined && { projectTokens })
  }
  const answer = new LiveAnswer({ ...intent, operationId, conversationId: id, question, begins })
  chat.addLiveAnswer(answer)
  return answer
}

/** Reconnects to an answer whose connection was given up. */
export const rejoin = (place: Place, answer: LiveAnswer): void => void follow(place, answer, answer.rejoin())

/** What was written so far is charged. */
export const stop = (answer: LiveAnswer): void =>
  void answer.stop().catch((error: unknown) => notify.error(errorText(error, 'Не удалось остановить ответ')))

/** Among a conversation's unanswered questions, only the latest can still be running. */
const joinedMax = 3

/** Joins answers that were running when the user opened the page, or that another tab asked for. */
export function join(place: Place, messages: readonly Message[]) {
  const { conversationId } = place
  if (conversationId === null) return
  for (const { operationId, message } of unansweredOf(messages).slice(-joinedMax)) {
    if (chat.findLiveAnswer(conversationId, operationId)) continue
    const { id, content: prompt, model } = message
    // A question that is saved has had an answer before.
    const isAgain = id > 0 && message.operation_id !== operationId
    const where = isAgain ? { place: { answersMessageId: id } } : {}
    const answer = new LiveAnswer({ operationId, conversationId, prompt, model, question: null, ...where })
    chat.addLiveAnswer(answer)
    void follow(place, answer)
  }
}

/** When the user or the network is back, reconnects to the answers that were given up. */
export function rejoinLost(place: Place) {
  for (const answer of chat.liveAnswersOf(place.conversationId))
    if (answer.view().state.phase === 'lost') rejoin(place, answer)
}
