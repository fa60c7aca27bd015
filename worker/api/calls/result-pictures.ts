// Pictures in results of tools. An agent sends all results again with every round: one that is refused would end its session for good. So
// what cannot be read or is too much is told to the model, which can take another way.
import type { ChatTurn } from '#providers/chat/provider.ts'
import { bothTexts, unreadable } from '#providers/chat/spoken-turns.ts'
import { ApiError } from '../base/errors.ts'
import { picturesMax } from './expect-able.ts'

/** @param read throws ApiError for what cannot be read */
export function readOr<Read>(read: () => Read, instead: Read): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof ApiError) return instead
    throw error
  }
}

/** The newest stay, beside the user's own, and the model is told of the others. */
export function leaveOldPictures(turns: readonly ChatTurn[]): void {
  let left = picturesMax
  for (const turn of turns) if (turn.role === 'user') left -= turn.pictures?.length ?? 0
  for (const turn of turns.toReversed()) {
    if (turn.role !== 'tool' || !turn.pictures) continue
    if (turn.pictures.length <= left) left -= turn.pictures.length
    else {
      left = 0
      delete turn.pictures
      turn.text = bothTexts(turn.text, unreadable)
    }
  }
}
