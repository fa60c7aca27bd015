// What a user has written in a document and not saved as a version, with the request that waits in its field. It stays in this browser
// until it is saved, as drafts of questions do.
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import { operationId } from '#contract/validation.ts'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import { pageSignal, pageStore, type Store } from '../../base/storage/page-store.ts'
import { unsentKey } from '../../base/storage/unsent.ts'

const sentChange = z.object({
  operationId,
  request: z.string(),
  model: z.string(),
  base: z.number(),
  start: z.number(),
  end: z.number(),
  /** The chat has refused its question: nothing is written for it. */
  isRefused: z.boolean()
})
export type SentChange = z.infer<typeof sentChange>

const documentDraft = z.object({
  owner: z.string(),
  /** `base` is the version whose text was changed. Null: nothing was. */
  edit: z.object({ base: z.number(), text: z.string() }).nullable(),
  request: z.string(),
  /** The change that was asked for last, until its version is ready. */
  sent: sentChange.nullable()
})
export type DocumentDraft = z.infer<typeof documentDraft>

const kept = keptDrafts<DocumentDraft>(documentDraft)
const keyOf = (id: number): string => unsentKey('chat', `document:${id}`)
const emptyDraft = (owner: string): DocumentDraft => ({ owner, edit: null, request: '', sent: null })
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const saveDelayMs = 300

export class DocumentBox {
  readonly #key: string
  readonly #store: Store<DocumentDraft>
  readonly subscribe: Store<DocumentDraft>['subscribe']
  readonly draft: () => DocumentDraft
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(id: number, owner: string) {
    this.#key = keyOf(id)
    const before = kept.read(this.#key)
    this.#store = createStore(() => (before?.owner === owner ? before : emptyDraft(owner)))
    this.subscribe = this.#store.subscribe
    this.draft = this.#store.getState
    const signal = pageSignal()
    kept.onChangedElsewhere(this.#key, (was, after) => this.#follow(was, after), signal)
    globalThis.window?.addEventListener('pagehide', () => this.#saveNow(), { signal })
    signal.addEventListener('abort', () => this.#stopTimer())
  }

  /** The user types: stored after a short delay. */
  type(part: Partial<DocumentDraft>) {
    this.#store.setState({ ...this.draft(), ...part }, true)
    this.#timer ??= setTimeout(() => this.#save(), saveDelayMs)
  }

  /** Stored at once. @returns false: this browser does not keep it */
  put(part: Partial<DocumentDraft>): boolean {
    this.#store.setState({ ...this.draft(), ...part }, true)
    return this.#save()
  }

  /** Another tab changed what is stored: of that this tab takes over what it had the same as that tab. */
  #follow(before: DocumentDraft | null, after: DocumentDraft | null) {
    // With its fields in the order in which what was stored has them.
    const own = documentDraft.parse(this.draft())
    if (after && after.owner !== own.owner) return
    const [was, is] = [before ?? emptyDraft(own.owner), after ?? emptyDraft(own.owner)]
    this.#store.setState(
      {
        owner: own.owner,
        edit: isSame(own.edit, was.edit) ? is.edit : own.edit,
        request: own.request === was.request ? is.request : own.request,
        sent: isSame(own.sent, was.sent) ? is.sent : own.sent
      },
      true
    )
  }

  #saveNow() {
    if (this.#timer !== null) this.#save()
  }

  #save(): boolean {
    this.#stopTimer()
    const { edit, request, sent } = this.draft()
    const isEmpty = edit === null && request === '' && (sent === null || sent.isRefused)
    return kept.write(this.#key, isEmpty ? null : this.draft())
  }

  #stopTimer() {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

const boxes = pageStore(() => new Map<string, DocumentBox>())

export function documentBox(id: number, owner: string): DocumentBox {
  const key = `${owner}:${id}`
  const box = boxes.getState().get(key) ?? new DocumentBox(id, owner)
  boxes.getState().set(key, box)
  return box
}

export const useDocumentDraft = (box: DocumentBox): DocumentDraft => useSyncExternalStore(box.subscribe, box.draft)
