// Whether the user's memory counts in one chat.
import { type InfiniteData, type QueryClient, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { changeChatSettings, type ChatSettings } from '#contract/chat-settings.ts'
import { errorText } from '../../base/http/error-text.ts'
import { messagesKey } from '../../base/http/query-keys.ts'
import { call } from '../../base/session/client.ts'
import { notify } from '../../base/ui/notify.ts'
import { messagesQuery } from '../conversations/conversations.ts'
import { projectQuery } from '../projects/use-project.ts'

/** A chat as its page has read it; null: a new one. */
export interface MemoryPlace {
  conversationId: number | null
  /** The project that it lies in. */
  folderId: number | null
}

/** `chat` and `project` say where it is off; null: it counts. */
export function useMemoryOff({ conversationId, folderId }: MemoryPlace): 'chat' | 'project' | null {
  const chat = useInfiniteQuery({ ...messagesQuery(conversationId), enabled: false })
  const project = useQuery({ ...projectQuery(folderId ?? 0), enabled: folderId !== null })
  if (chat.data?.pages[0]?.settings?.memory === false) return 'chat'
  return project.data?.memory === false ? 'project' : null
}

type Pages = InfiniteData<{ settings?: ChatSettings | undefined }>

/** @throws what the call throws */
async function setChatMemory(queries: QueryClient, id: number, memory: boolean): Promise<void> {
  const { settings } = await call(changeChatSettings, { id, memory })
  const key = messagesKey(id)
  queries.setQueryData([...key, 'settings'], { settings })
  queries.setQueryData<Pages>(
    key,
    (known) => known && { ...known, pages: known.pages.map((page, at) => (at === 0 ? { ...page, settings } : page)) }
  )
}

/** From the menu of the chat: says what is so now. */
export async function switchChatMemory(queries: QueryClient, id: number, memory: boolean): Promise<void> {
  try {
    await setChatMemory(queries, id, memory)
    notify.success(memory ? 'Чат снова пользуется памятью' : 'Чат не пользуется памятью')
  } catch (error) {
    notify.error(errorText(error, 'Не удалось изменить память чата'))
  }
}

export const useSettingChatMemory = (queries: QueryClient, id: number) =>
  useMutation({
    mutationFn: (memory: boolean) => setChatMemory(queries, id, memory),
    onError: (error) => notify.error(errorText(error, 'Не удалось изменить память чата'))
  })
