// The documents beside chats, as this page has read them.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listDocuments, readDocument, type OpenedDocument } from '#contract/documents.ts'
import { call } from '../../base/session/client.ts'

const documentsKey = ['documents'] as const

/** How often a version that is being written is asked for, where the live channel has not told of its end. */
const askedEveryMs = 4000

const isWriting = (opened: OpenedDocument | undefined): boolean =>
  opened?.versions.some(({ state }) => state === 'writing') ?? false

/** A document with its newest ready text. */
export const documentQuery = (id: number) =>
  queryOptions({
    queryKey: [...documentsKey, 'one', id],
    queryFn: ({ signal }) => call(readDocument, { id }, { signal }),
    refetchInterval: ({ state }) => (isWriting(state.data) ? askedEveryMs : false)
  })

/** The text of a version that is ready: it does not change any more. */
export const versionQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: [...documentsKey, 'one', id, 'version', version],
    queryFn: async ({ signal }) => (await call(readDocument, { id, version }, { signal })).text,
    staleTime: Infinity
  })

export const documentsOfQuery = (conversationId: number) =>
  queryOptions({
    queryKey: [...documentsKey, 'of', conversationId],
    queryFn: async ({ signal }) => (await call(listDocuments, { id: conversationId }, { signal })).items
  })

/** Takes over what a call has answered. */
export function learnDocument(queries: QueryClient, opened: OpenedDocument): void {
  const { id, conversationId } = opened.document
  queries.setQueryData(documentQuery(id).queryKey, opened)
  queries.setQueryData(versionQuery(id, opened.shown).queryKey, opened.text)
  void queries.invalidateQueries({ queryKey: documentsOfQuery(conversationId).queryKey })
}
