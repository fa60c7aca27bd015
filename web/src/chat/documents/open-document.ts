// The ways to a document, and back from it to the chat.
import type { QueryClient } from '@tanstack/react-query'
import type { NavigateFunction } from 'react-router-dom'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import { openDocument } from '#contract/documents.ts'
import { call } from '../../base/session/client.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { chatLink } from '../conversations/addresses.ts'
import { learnDocument } from './document-calls.ts'

interface From {
  navigate: NavigateFunction
  page: Pick<ChatPage, 'path'>
  conversationId: number
}

/** In the history, of a document that was opened by a press on its chat: the entry before is that of the chat. */
const openedHere = { document: true }

export const isOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'document' in state

/** The document that is on the page. Another one takes its place in the history too, so that «К чату» leads to the chat. */
export const shownDocument = pageStore<{ isOpenedHere: boolean } | null>(() => null)

export function showDocument({ navigate, page: { path }, conversationId }: From, id: number): void {
  const shown = shownDocument.getState()
  const state = !shown || shown.isOpenedHere ? openedHere : null
  void navigate(`${chatLink(path, conversationId)}&document=${id}`, { replace: shown !== null, state })
}

/** Opens an answer as a document, which is made when it is first opened. @throws ApiError */
export async function openDocumentOf(messageId: number, { queries, ...from }: From & { queries: QueryClient }) {
  const opened = await call(openDocument, { id: messageId })
  learnDocument(queries, opened)
  showDocument(from, opened.document.id)
}

/** Leaves nothing of the document in the history. */
export function closeDocument({ navigate, page: { path }, conversationId }: From): void {
  if (shownDocument.getState()?.isOpenedHere) void navigate(-1)
  else void navigate(chatLink(path, conversationId), { replace: true })
}
