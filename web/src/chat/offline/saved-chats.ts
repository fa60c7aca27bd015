// The chats that this device keeps for reading without a network, in IndexedDB: words only, no bytes of files. They are of the user
// whose tokens this browser stores, and are never written or read for anybody else; base/storage/unsent.ts deletes the database when
// a session ends.
import type { ChatPath } from '#contract/catalogue/chat.ts'
import { ownerOf } from '../../base/session/token-storage.ts'
import { savedDatabaseName } from '../../base/storage/unsent.ts'

/** `sizeMax` is of everything that is kept, `chatSizeMax` of one chat, in bytes. */
export const savedLimits = { chats: 50, messages: 200, chatSizeMax: 2_000_000, sizeMax: 20_000_000 } as const

/** As long as a session lasts without being used (domain/session.ts): then its user is signed out. */
const keptMs = 90 * 24 * 3_600_000

export interface SavedMessage {
  id: number
  role: 'user' | 'assistant'
  text: string
  /** It is what has come of an answer that has no end. */
  isCut?: boolean
  /** The name of the model. */
  model: string
  at: number
  /** Names of its files. */
  files: readonly string[]
  /** How many pictures, films and records it shows. */
  works: number
}

export interface SavedChat {
  id: number
  owner: string
  title: string
  path: ChatPath
  /** When it was last changed, as the server says. */
  changedAt: number
  savedAt: number
  size: number
  /** Earlier messages were left out. */
  isCut: boolean
}

/** As many of the latest messages as fit. */
export function fitting(messages: readonly SavedMessage[]): { messages: SavedMessage[]; size: number } {
  const taken: SavedMessage[] = []
  let size = 0
  for (const message of messages.slice(-savedLimits.messages).toReversed()) {
    const bytes = JSON.stringify(message).length * 2
    if (size + bytes > savedLimits.chatSizeMax) break
    size += bytes
    taken.unshift(message)
  }
  return { messages: taken, size }
}

/** Latest first, and those that are too many, too old or of somebody else. */
export function sorted(chats: readonly SavedChat[], owner: string, now: number) {
  const kept: SavedChat[] = []
  let size = 0
  for (const chat of chats.toSorted((one, other) => other.changedAt - one.changedAt)) {
    if (chat.owner !== owner || now - chat.savedAt > keptMs || kept.length === savedLimits.chats) continue
    if (size + chat.size > savedLimits.sizeMax) continue
    size += chat.size
    kept.push(chat)
  }
  return { kept, dropped: chats.filter((chat) => !kept.includes(chat)) }
}

/**
 * The user whose tokens this browser stores; null: none. Tokens that live in the memory of one tab do not count: other tabs, and the
 * next visit, could not tell whose chats these are.
 */
export function ownerHere(): string | null {
  try {
    return ownerOf(localStorage.getItem('accessToken'))
  } catch {
    return null
  }
}

const storeNames = ['chats', 'messages'] as const

interface Stores {
  chats: IDBObjectStore
  messages: IDBObjectStore
}

/** Replaces a chat. Nothing is kept when the user has left meanwhile. */
export async function saveChat(
  chat: Omit<SavedChat, 'size' | 'isCut'>,
  all: readonly SavedMessage[],
  hasMore: boolean
) {
  const { messages, size } = fitting(all)
  const isCut = hasMore || messages.length < all.length
  await write(chat.owner, async (stores) => {
    stores.chats.put({ ...chat, size, isCut } satisfies SavedChat)
    stores.messages.put(messages, chat.id)
    const { dropped } = sorted(await allOf(stores), chat.owner, Date.now())
    for (const { id } of dropped) drop(stores, id)
  })
}

/** @param isGone which of the owner's chats */
export async function dropSaved(owner: string, isGone: (chat: SavedChat) => boolean): Promise<void> {
  await write(owner, async (stores) => {
    for (const chat of await allOf(stores)) if (isGone(chat)) drop(stores, chat.id)
  })
}

/** The chats of the user whose tokens are stored here, latest first. */
export async function readSaved(): Promise<SavedChat[]> {
  const owner = ownerHere()
  if (owner === null) return []
  const all = await transact('readonly', allOf)
  return sorted(all ?? [], owner, Date.now()).kept
}

/** Null: it is not kept. */
export async function readSavedMessages(id: number): Promise<SavedMessage[] | null> {
  const owner = ownerHere()
  if (owner === null) return null
  const found = await transact('readonly', async ({ chats, messages }) => {
    const [chat, texts] = await Promise.all([
      finished<SavedChat | undefined>(chats.get(id)),
      finished<SavedMessage[] | undefined>(messages.get(id))
    ])
    return chat?.owner === owner ? texts : undefined
  })
  return found ?? null
}

const allOf = ({ chats }: Stores): Promise<SavedChat[]> => finished(chats.getAll())

function drop({ chats, messages }: Stores, id: number): void {
  chats.delete(id)
  messages.delete(id)
}

async function write(owner: string, work: (stores: Stores) => Promise<void>): Promise<void> {
  if (ownerHere() !== owner) return
  await transact('readwrite', work)
  // The user has left while it was written, and the database may have been made anew after it was deleted.
  if (ownerHere() !== owner) indexedDB.deleteDatabase(savedDatabaseName)
}

async function transact<Result>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>
): Promise<Result | undefined> {
  try {
    const database = await opened()
    // Another tab deletes it: it must not wait for this one.
    database.addEventListener('versionchange', () => database.close())
    try {
      const transaction = database.transaction(storeNames, mode)
      const done = ended(transaction)
      const result = await work({
        chats: transaction.objectStore('chats'),
        messages: transaction.objectStore('messages')
      })
      await done
      return result
    } finally {
      database.close()
    }
  } catch {
    // A private window, a full disk, or a user who has just left: nothing is kept.
    return undefined
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(savedDatabaseName, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('chats', { keyPath: 'id' })
    request.result.createObjectStore('messages')
  })
  return finished(request)
}

const finished = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database refused')))
  })

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database refused')))
  })
