// The turns of conversations that D1 does not have yet: their answers run, or are about to be saved.
import type { Turn } from '#domain/conversation-context.ts'
import { toldAnswer } from '#domain/told-works.ts'
import { isBranching } from '#domain/turn-place.ts'
import type { UnsavedTurn } from './calls.ts'
import { contentOf } from './chunk.ts'
import type { AnswerRow, AnswerStore } from './store.ts'

export interface DecidedTurns {
  operationId: string
  below: number | undefined
  turns: Turn[]
}

export class UnsavedTurns {
  readonly #store: AnswerStore

  constructor(store: AnswerStore) {
    this.#store = store
  }

  rows(conversationId: number): AnswerRow[] {
    return this.#store.open().filter(({ request }) => request.conversationId === conversationId)
  }

  /** Oldest first. */
  all(conversationId: number): UnsavedTurn[] {
    return this.rows(conversationId).map(({ startedAt: askedAt, request }) => {
      const { operationId, prompt, model, place, files = [] } = request
      return { operationId, prompt, model, askedAt, place, files }
    })
  }

  /** The turns that continue a path and whose answers are decided, with their texts. */
  decided(conversationId: number): DecidedTurns[] {
    return this.rows(conversationId)
      .filter(({ state, request: { place } }) => state === 'ended' && !isBranching(place))
      .map(({ request }) => {
        const { operationId, prompt, place, files } = request
        const { text, proposals } = contentOf(this.#store.texts(operationId), request)
        return {
          operationId,
          below: place && 'below' in place ? place.below : undefined,
          turns: [
            { role: 'user', text: prompt, files },
            { role: 'assistant', text: toldAnswer(text, proposals) }
          ]
        }
      })
  }

  /** Whether one of the turns begins a branch, which will be shown once it is in D1. */
  isBranching(conversationId: number): boolean {
    return this.rows(conversationId).some(({ request: { place } }) => isBranching(place))
  }
}
