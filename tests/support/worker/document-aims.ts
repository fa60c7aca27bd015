// A document of a person, and all calls that name one, aimed at it and at none.
import type { OpenedDocument } from '#contract/documents.ts'
import { post } from './account.ts'
import { historyRows } from './histories.ts'

interface Opener {
  userId: string
  accessToken: string
  conversationId: number
}

/** Opens the answer of the person's chat. */
export async function openOwnDocument(owner: Opener): Promise<{ answer: number; id: number }> {
  const answer = await historyRows(owner.userId)
    .prepare("select id from messages where conversation_id = ? and role = 'assistant'")
    .bind(owner.conversationId)
    .first<number>('id')
  const opened = await post(`/api/chat/messages/${answer}/document`, {}, owner)
  return { answer: answer ?? 0, id: (opened.body.data as unknown as OpenedDocument).document.id }
}

const nobodys = 987_654_321

const aim = (own: number, body: object = {}) => ({ theirs: { id: own, ...body }, nobodys: { id: nobodys, ...body } })

export function documentAims({ answer, id }: { answer: number; id: number }, conversationId: number) {
  const change = { base: 1, operationId: 'operation-of-a-stranger', request: 'Чужое', start: 0, end: 1 }
  return {
    openDocument: aim(answer),
    readDocument: aim(id),
    listDocuments: aim(conversationId),
    saveDocument: aim(id, { base: 1, text: 'Чужое' }),
    requestChange: aim(id, change),
    giveUpChange: aim(id, { operationId: change.operationId }),
    renameDocument: aim(id, { title: 'Чужое' }),
    deleteDocument: aim(id)
  }
}
