// Passes what a call writes on to the client: as events, or as one body. A client that leaves stops the call and pays what was delivered.
import { gatheringMs } from '#domain/answer.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'
import type { AppContext } from '../../http/context.ts'
import { logFailure } from '../../http/log-failure.ts'
import { textStream } from '../../http/text-stream.ts'
import { type ApiRefusal, errorBodyFor, internalRefusal, refusalOf } from '../base/errors.ts'
import type { EndOfCall, ModelCall } from './model-call.ts'

/** How long a client waits for its status: a failure within this time has one, a later one comes as an event. Below what proxies wait. */
const statusWithinMs = 15_000
/** The longest silence on a connection. */
const silenceMaxMs = 15_000
/** A body of JSON may begin with line breaks; a failure after them has no status any more, so they begin late. */
const wholeBodyWithinMs = 50_000

/** What a failure after the status says. */
function lateRefusal(c: AppContext, error: unknown): ApiRefusal {
  const refusal = refusalOf(error)
  if (!refusal && error instanceof Error) logFailure(c, error)
  return refusal ?? internalRefusal
}

function leavesWith(c: AppContext, call: ModelCall): void {
  const { signal } = c.req.raw
  if (signal.aborted) call.leave()
  else signal.addEventListener('abort', call.leave, { once: true })
}

/** How a form writes events. */
export interface EventWriter {
  begin: () => string
  piece: (piece: ChatPiece) => string
  end: (end: EndOfCall) => string
  error: (refusal: ApiRefusal) => string
  /** What keeps a silent connection open. */
  ping: string
}

/** Not a generator: a stream has hundreds of events, and each would make several promises more. */
class EventSource implements UnderlyingSource<Uint8Array> {
  readonly #c: AppContext
  readonly #call: ModelCall
  readonly #writer: EventWriter
  readonly #encoder = new TextEncoder()
  #hasBegun = false
  #hasLeft = false
  #wroteAt = 0
  /** Written and not yet taken by the connection. */
  #given: ChatPiece[] = []

  constructor(c: AppContext, call: ModelCall, writer: EventWriter) {
    this.#c = c
    this.#call = call
    this.#writer = writer
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { pieces } = this.#call
    try {
      this.#notePassed()
      let text = this.#hasBegun ? '' : this.#writer.begin()
      this.#hasBegun = true
      // The beginning waits for no word, and needs no packet of its own when there is one.
      while (text === '' || pieces.hasCome) {
        if (!(await pieces.hasNews(silenceMaxMs))) {
          text = this.#writer.ping
          break
        }
        if (text === '') await pieces.gather(gatheringMs(Date.now() - this.#wroteAt))
        const taken = pieces.take()
        if (!taken) return await this.#end(controller, text)
        for (const piece of taken) {
          text += this.#writer.piece(piece)
          this.#given.push(piece)
        }
        // Of some pieces this form's clients are not told.
        if (text !== '') this.#wroteAt = Date.now()
      }
      this.#write(controller, text)
    } catch (error) {
      this.#call.leave()
      if (!this.#hasLeft) this.#write(controller, this.#writer.error(lateRefusal(this.#c, error)))
      if (!this.#hasLeft) controller.close()
    }
  }

  /** The client has left. */
  cancel(): void {
    this.#hasLeft = true
    this.#call.leave()
  }

  /** A stream refuses what is written only when its reader has left: of some that is told later, or never. */
  #write(controller: ReadableStreamDefaultController<Uint8Array>, text: string): void {
    if (this.#hasLeft || text === '') return
    try {
      controller.enqueue(this.#encoder.encode(text))
    } catch {
      this.cancel()
    }
  }

  #notePassed(): void {
    if (this.#given.length === 0) return
    this.#call.notePassed(this.#given)
    this.#given = []
  }

  /** @throws ApiError: the call failed */
  async #end(controller: ReadableStreamDefaultController<Uint8Array>, before: string): Promise<void> {
    this.#write(controller, before)
    const last = this.#writer.end(await this.#call.ended())
    this.#write(controller, last)
    if (!this.#hasLeft) controller.close()
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no'
}

/** The answer as events. @throws ApiError: the call failed before a word came */
export async function streamed(c: AppContext, call: ModelCall, writer: EventWriter): Promise<Response> {
  leavesWith(c, call)
  await call.pieces.hasNews(statusWithinMs)
  if (call.pieces.isSpent) await call.ended()
  return c.body(new ReadableStream(new EventSource(c, call, writer)), 200, streamHeaders)
}

/** JSON, or a text alone. */
type Body = ((end: EndOfCall) => object) | { text: (end: EndOfCall) => string }

const written = (body: Body, end: EndOfCall): string => ('text' in body ? body.text(end) : JSON.stringify(body(end)))

async function bodyOf(call: ModelCall, add: (piece: ChatPiece) => void, body: Body) {
  for (;;) {
    await call.pieces.hasNews(silenceMaxMs)
    const pieces = call.pieces.take()
    if (!pieces) return [written(body, await call.ended())]
    for (const piece of pieces) add(piece)
  }
}

type Texts = Iterable<string> | AsyncIterable<string>

/** @param isJson a failure can be told in the body: of a plain text it would be taken for the answer, so that connection breaks */
async function* lateBody(c: AppContext, made: Promise<Texts>, isJson: boolean): AsyncGenerator<string, void> {
  for (;;) {
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), silenceMaxMs)
    const texts = await Promise.race([
      isJson ? made.catch((error: unknown) => [JSON.stringify(errorBodyFor(c, lateRefusal(c, error)))]) : made,
      late.promise
    ])
    clearTimeout(timer)
    if (texts === null) yield '\n'
    else return yield* texts
  }
}

/** A body that may take long to be made. @param type of a text that is not JSON; it may begin with line breaks as well @throws what `made` throws within the time that a status is waited for */
export async function wholeBody(c: AppContext, made: Promise<Texts>, type = 'application/json'): Promise<Response> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), wholeBodyWithinMs)
  const texts = await Promise.race([made, late.promise]).finally(() => clearTimeout(timer))
  const headers = { 'content-type': type, 'cache-control': 'private, no-store, no-transform' }
  const body = lateBody(c, texts === null ? made : Promise.resolve(texts), type === 'application/json')
  return c.body(textStream(body), 200, headers)
}

/** The answer as one body. @throws ApiError: the call failed */
export async function whole(
  c: AppContext,
  call: ModelCall,
  add: (piece: ChatPiece) => void,
  body: Body
): Promise<Response> {
  leavesWith(c, call)
  return wholeBody(c, bodyOf(call, add, body), 'text' in body ? 'text/plain; charset=utf-8' : 'application/json')
}
