// A server that has chats in folders, pinned ones and an archive.
import type { Conversation } from '#contract/chats.ts'
import { moved, type Place } from '#web/src/chat/conversations/placing.ts'
import { type Asked, succeed } from '../fake-api.ts'

const page = (items: Conversation[]) => ({ items, total: items.length, running: [] })

const isRest = (one: Conversation) => one.pinned_at === null && one.archived_at === null && one.folder_id === null

/** Answers as the server does, from these conversations and folders. */
export function orderServer(conversations: Conversation[], names: string[] = []) {
  const folders = names.map((name, index) => ({ id: index + 1, name, created_at: 1 }))
  const all = [...conversations]
  const inFolder = (id: number) =>
    all.filter((one) => one.folder_id === id && one.pinned_at === null && one.archived_at === null)
  const list = ({ path }: Asked) => {
    const query = new URLSearchParams(path.split('?')[1])
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(query.get(name)))
    const items = inFolder(Number(query.get('folder')))
    if (query.has('folder')) return succeed({ ...page(items.slice(offset, offset! + limit!)), total: items.length })
    if (query.get('section') === 'archive') return succeed(page(all.filter((one) => one.archived_at !== null)))
    const above = {
      pinned: all.filter((one) => one.pinned_at !== null),
      folders: folders.map((folder) => ({ ...folder, total: inFolder(folder.id).length })),
      archived: all.filter((one) => one.archived_at !== null).length
    }
    return succeed({ ...page(all.filter(isRest)), above })
  }
  const place = ({ path, body }: Asked) => {
    const at = all.findIndex(({ id }) => id === Number(/\d+/.exec(path)?.[0]))
    const conversation = moved(all[at]!, body as object, 5)
    all.splice(at, 1, conversation)
    return succeed({ conversation })
  }
  const placeMany = ({ body }: Asked) => {
    const { ids, ...to } = body as Place & { ids: number[] }
    for (const [at, one] of all.entries()) if (ids.includes(one.id)) all[at] = moved(one, to, 5)
    return succeed({ ids })
  }
  const removeAll = (ids: readonly number[]) => {
    all.splice(0, all.length, ...all.filter(({ id }) => !ids.includes(id)))
    return succeed()
  }
  const makeFolder = ({ body }: Asked) => {
    const folder = { id: folders.length + 1, name: (body as { name: string }).name, created_at: 1 }
    folders.push(folder)
    return succeed({ folder: { ...folder, total: 0 } })
  }
  return {
    'GET /chat/conversations': list,
    'PUT /chat/conversations/:id/place': place,
    'PUT /chat/conversations': placeMany,
    'DELETE /chat/conversations/:id': ({ path }: Asked) => removeAll([Number(/\d+/.exec(path)?.[0])]),
    'POST /chat/conversations/deletions': ({ body }: Asked) => removeAll((body as { ids: number[] }).ids),
    'POST /chat/folders': makeFolder
  }
}
