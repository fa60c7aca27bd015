// Files that the user chose and has not sent, in IndexedDB: they are too large for local storage and must survive a
// reload, sign-in and payment. Without a database they last as long as the page.
import { filesDatabaseName } from '../../base/storage/unsent.ts'

const storeName = 'drafts'

export interface KeptFiles {
  owner: string | null
  /** Data URLs by parameter. */
  files: Readonly<Record<string, string>>
}

/** The files stored under a key; null when there are none, or no database. */
export const readKeptFiles = async (key: string): Promise<KeptFiles | null> =>
  (await transact('readonly', (store) => store.get(key))) ?? null

/** Replaces the files stored under a key; deletes the entry when there are none. */
export async function keepFiles(key: string, kept: KeptFiles): Promise<void> {
  if (Object.keys(kept.files).length === 0) await transact('readwrite', (store) => store.delete(key))
  else await transact('readwrite', (store) => store.put(kept, key))
}

/** Deletes all entries whose key has one of these beginnings. */
export async function dropKeptFiles(beginnings: readonly string[]): Promise<void> {
  await transact('readwrite', (store) =>
    beginnings.map((one) => store.delete(IDBKeyRange.bound(one, `${one}\uffff`))).at(-1)!
  )
}

async function transact<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>
): Promise<Result | undefined> {
  try {
    const database = await opened()
    try {
      return await finished(work(database.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      database.close()
    }
  } catch {
    // A private window or a full disk: the files are not kept over a reload.
    return undefined
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(filesDatabaseName, 1)
  request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(storeName))
  return finished(request)
}

const finished = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The database refused')))
  })
