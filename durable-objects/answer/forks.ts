// Turns that begin at the same message while others run there.
import { forkedBy } from '#domain/turn-place.ts'
import type { AnswerRequest } from './calls.ts'
import type { OpenAnswer } from './open-answer.ts'
import type { AnswerStore } from './store.ts'

/**
 * A changed question and a turn that runs after the same message are versions of each other, whichever was asked first:
 * neither was told of the other. @returns the request with its place
 */
export function placedBeside(request: AnswerRequest, open: Iterable<OpenAnswer>, store: AnswerStore): AnswerRequest {
  let { place } = request
  for (const answer of open) {
    const other = answer.row.request
    if (request.conversationId === null || other.conversationId !== request.conversationId) continue
    place = forkedBy(place, other.place)
    const moved = forkedBy(other.place, request.place)
    if (moved === other.place) continue
    answer.row.request = { ...other, place: moved }
    store.replaceRequest(answer.row.request)
  }
  return { ...request, place }
}
