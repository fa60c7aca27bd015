import { queryOptions } from '@tanstack/react-query'
import { chatFolders } from '#contract/chats.ts'
import { conversationsKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'

/** The folders of chats, each of which is a project. */
export const foldersQuery = queryOptions({
  queryKey: [...conversationsKey, 'folders'],
  queryFn: async ({ signal }) => (await call(chatFolders.list, {}, { signal })).folders
})
