// One question of a user, asked before the kill and asked again, with the same key, after the restart.
import { isDeepStrictEqual } from 'node:util'
import type { AnswerEnd, Settlement } from '#contract/answers.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import type { Message } from '#contract/chats.ts'
import { composeAnswer } from '#sandbox/text/answer/compose.ts'
import { type Caller, Reading, Refused, type Sending } from './caller.ts'
import type { Found, Progress, Task } from './task.ts'

/** slow, silent: the upstream's behaviour. stopped: the user stops the answer. whole: requested without a stream. */
export type AnswerKind = 'normal' | 'slow' | 'silent' | 'stopped' | 'whole'

export interface Question {
  kind: AnswerKind
  id: string
  service: ChatService
  model: string
  prompt: string
  /** Null: the question belongs to no conversation. */
  conversationId: number | null
}

/** The facts about the end that a call without a stream and a stop return. */
type Told = Pick<AnswerEnd, 'outcome'> & { settlement: Pick<Settlement, 'chargedTokens'> }

/** The length of the text after which the user stops the answer. */
const stopsAt = 40
/** No conversation of a round has more messages. */
const earlierMax = 20

export class AnswerTask implements Task {
  readonly question: Question
  readonly caller: Caller
  reading = new Reading()
  #isSent = false
  /** A kill came before the reader had the end. */
  #isCut = false
  /** The content of a whole answer. */
  #reply: string | null = null
  #again: Reading | null = null
  /** The facts about the end that stops and calls without a stream returned; the same each time. */
  readonly #told: Told[] = []

  constructor(caller: Caller, question: Question) {
    this.caller = caller
    this.question = question
  }

  get id() {
    return this.question.id
  }

  get kind() {
    return this.question.kind
  }

  get progress(): Progress {
    if (!this.#isSent) return 'not sent'
    return this.reading.end || this.#reply !== null ? 'ended' : 'running'
  }

  /** The reader had begun to read, so the product had accepted the question. */
  get isBegun() {
    return this.reading.lastId >= 0
  }

  async begin() {
    this.#isSent = true
    if (this.kind === 'whole') await this.#askWhole()
    else await this.#ask(this.reading, this.kind === 'stopped')
  }

  async comeBack() {
    this.#isCut = true
    if (this.kind === 'whole') return this.#askWhole()
    const { reading, isBegun } = this
    if (isBegun && this.kind === 'stopped') await this.#stop()
    if (isBegun && !reading.end)
      await this.caller.read(this.#path, { headers: { 'last-event-id': String(reading.lastId) } }, reading)
    this.#again = new Reading()
    // A silent answer would otherwise go on for minutes.
    await this.#ask(this.#again, this.kind === 'stopped' || this.kind === 'silent')
    if (!isBegun) this.reading = this.#again
  }

  /** @returns the problems of the answer, and its cost */
  async check({ usage, calls }: Found) {
    const { reading, question } = this
    const view = await this.caller.call<{ state: string; content: string; end: AnswerEnd | null }>(this.#path)
    const { end, content } = view
    if (!end) return { problems: [`${this.id}: the answer is ${view.state}`], chargedTokens: 0, outcome: 'running' }
    const { outcome, settlement } = end
    const { chargedTokens, priceTokens } = settlement
    const records = usage.filter(({ id }) => id === this.id)
    const heard = calls.map(({ body }) => lastQuestion(body)).filter((text) => text.endsWith(question.prompt))
    const asked = heard.length
    const isFree = ['interrupted', 'failed', 'refused'].includes(outcome)
    const wrong = {
      'the whole answer differs from the stored one': this.#reply !== null && this.#reply !== content,
      'the reader has another end': reading.end !== null && !isDeepStrictEqual(reading.end, end),
      'a later reader has another end': this.#again !== null && !isDeepStrictEqual(this.#again.end, end),
      'a later reader has another text': this.#again !== null && this.#again.text !== content,
      'the reader has another text': this.#isTextWrong(content, outcome),
      'the text is not what the upstream said': !this.#isSaid(content, outcome, heard[0]),
      'a stop or a call told another end': this.#told.some(
        (told) => told.outcome !== outcome || told.settlement.chargedTokens !== chargedTokens
      ),
      'charged, although it ended so': isFree && chargedTokens !== 0,
      'not charged its price': outcome === 'complete' && chargedTokens !== priceTokens,
      'it ended in an unexpected way': !this.#mayEnd(outcome),
      'not charged a share of its price':
        outcome === 'stopped' && content !== '' && (chargedTokens < 1 || chargedTokens > priceTokens),
      'stopped by nobody': outcome === 'stopped' && !['stopped', 'silent'].includes(this.kind),
      'the history has another line': records.length !== 1 || records[0]?.cost_in_tokens !== chargedTokens,
      [`the upstream was asked ${asked} times`]: asked > 1 || (chargedTokens > 0 && asked !== 1)
    }
    const problems = Object.entries(wrong).flatMap(([problem, is]) =>
      is ? [`${this.id} (${outcome}): ${problem}`] : []
    )
    return { problems, chargedTokens, outcome, content }
  }

  /** @param content of the stored answer @returns the problems of its two messages */
  checkMessages(messages: readonly Message[], content: string): string[] {
    const own = messages.filter(({ operation_id: id }) => id === this.id).map(({ role, content: text }) => [role, text])
    const expected = [
      ['user', this.question.prompt],
      ['assistant', content]
    ]
    return isDeepStrictEqual(own, expected) ? [] : [`${this.id}: saved as ${JSON.stringify(own)}`]
  }

  get #path() {
    return `/ai/text/answers/${this.id}`
  }

  get #sending(): Sending {
    const { model, prompt, conversationId } = this.question
    const body = { model, prompt, ...(conversationId !== null && { conversationId }) }
    return { method: 'POST', body, headers: { 'idempotency-key': this.id } }
  }

  async #ask(reading: Reading, stops: boolean) {
    const stopping: Promise<void>[] = []
    await this.caller.read(`/ai/text/${this.question.service}`, this.#sending, reading, () => {
      if (!stops || stopping.length > 0 || reading.end || reading.text.length < stopsAt) return
      const stopped = this.#stop()
      // Awaited below, unless the reading fails first.
      stopped.catch(() => undefined)
      stopping.push(stopped)
    })
    await Promise.all(stopping)
  }

  async #stop() {
    this.#told.push(await this.caller.call<Told>(this.#path, { method: 'DELETE' }))
  }

  async #askWhole() {
    type Whole = { generatedText: string; outcome: AnswerEnd['outcome']; billing: { siteTokens: number } }
    try {
      const path = `/ai/text/${this.question.service}`
      const { generatedText, outcome, billing } = await this.caller.insist<Whole>(path, this.#sending)
      this.#reply = generatedText
      this.#told.push({ outcome, settlement: { chargedTokens: billing.siteTokens } })
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'ANSWER_INTERRUPTED') throw error
      const told = error.data as Told & { content: string }
      this.#reply = told.content
      this.#told.push(told)
    }
  }

  /**
   * The product gives up a silent upstream. And a kill ends one process after the other: the first may cut the upstream's answer while
   * another one still lives to note that it failed.
   */
  #mayEnd(outcome: string): boolean {
    const mayFail = this.kind === 'silent' || this.#isCut
    return ['complete', 'stopped', 'interrupted'].includes(outcome) || (outcome === 'failed' && mayFail)
  }

  /** A restart may have lost the end of what this reader has: then the answer is interrupted, and free. */
  #isTextWrong(content: string, outcome: string): boolean {
    const { text } = this.reading
    if (this.kind === 'whole') return false
    return outcome === 'interrupted' ? !text.startsWith(content) : text !== content
  }

  /**
   * Whether the stored text and the reader's are the beginning of the upstream's text.
   * @param prompt as the upstream got it
   */
  #isSaid(content: string, outcome: string, prompt: string | undefined): boolean {
    const { text } = this.reading
    if (prompt === undefined) return content === '' && text === ''
    return Array.from({ length: earlierMax + 1 }, (_, earlierMessages) =>
      composeAnswer({ prompt, earlierMessages })
    ).some((said) => said.startsWith(content) && said.startsWith(text) && (outcome !== 'complete' || said === content))
  }
}

/** The question that a call to a text upstream ends with; all of them name the messages `messages` or `input`. */
function lastQuestion(body: unknown): string {
  const { messages, input } = (body ?? {}) as { messages?: unknown; input?: unknown }
  const asked = messages ?? input
  const last = Array.isArray(asked) ? asked.findLast((message) => (message as { role: string }).role === 'user') : asked
  const { content } = (last ?? {}) as { content?: unknown }
  return typeof content === 'string' ? content : JSON.stringify(content ?? '')
}
