// As much of IndexedDB as chat/offline/saved-chats.ts uses: databases with two stores, requests that answer later, and transactions that
// end when nothing is asked of them any more.
import { vi } from 'vitest'

type Rows = Map<number, unknown>

class Later extends EventTarget {
  result: unknown
  error = null
}

/** Answers in a task of its own, as a browser does. */
function later(work: () => unknown, events: readonly string[] = ['success']): Later {
  const request = new Later()
  queueMicrotask(() => {
    request.result = work()
    for (const name of events) request.dispatchEvent(new Event(name))
  })
  return request
}

/** @returns the databases by name, each with its stores */
export function standInForDatabases() {
  const all = new Map<string, Map<string, Rows>>()
  const storeOf = (rows: Rows) => ({
    put: (value: { id: number }, key = value.id) => later(() => rows.set(key, structuredClone(value))),
    get: (key: number) => later(() => structuredClone(rows.get(key))),
    getAll: () => later(() => structuredClone([...rows.values()])),
    delete: (key: number) => later(() => rows.delete(key))
  })
  const databaseOf = (stores: Map<string, Rows>) =>
    Object.assign(new EventTarget(), {
      close: () => undefined,
      createObjectStore: (name: string) => stores.set(name, new Map()),
      transaction: () => {
        const transaction = Object.assign(new EventTarget(), {
          objectStore: (name: string) => storeOf(stores.get(name) ?? new Map())
        })
        setTimeout(() => transaction.dispatchEvent(new Event('complete')))
        return transaction
      }
    })
  vi.stubGlobal('indexedDB', {
    open: (name: string) => {
      const isNew = !all.has(name)
      const stores = all.get(name) ?? new Map<string, Rows>()
      return later(
        () => {
          all.set(name, stores)
          return databaseOf(stores)
        },
        isNew ? ['upgradeneeded', 'success'] : ['success']
      )
    },
    deleteDatabase: (name: string) => void all.delete(name)
  })
  return all
}
