import type { Draft } from './draft.ts'
import { draftBox, type DraftBox } from './draft-box.ts'
import { draftKey, readDraft } from './draft-storage.ts'

/**
 * The conversation that a new request begins: a fresh one, or the one that another tab just began with the same
 * request. The draft moves there with its id, so that a failed attempt can be repeated there as the same payment.
 */
export function conversationFor(
  path: string,
  box: DraftBox,
  draft: Draft,
  create: () => Promise<number>
): Promise<number> {
  return exclusively(`chat-begin:${draft.operationId}`, async () => {
    const moved = readDraft(box.key)?.moved
    if (moved?.operationId === draft.operationId) return moved.conversationId
    const conversationId = await create()
    draftBox(draftKey(path, conversationId), draft.owner).put(draft)
    box.clear(draft.operationId, { operationId: draft.operationId, conversationId })
    return conversationId
  })
}

/** One at a time in all tabs. Without locks (pages from an address in the local network): in this one. */
const exclusively = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request(name, work) : work()
