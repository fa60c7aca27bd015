// The drafts of this tab, one for each composer. They outlive the composer's page, and follow other tabs.
import type { Owner } from '../../base/storage/operation-id.ts'
import { createStore } from 'zustand/vanilla'
import { pageSignal, pageStore, type Store } from '../../base/storage/page-store.ts'
import { draftFor, emptyDraft, type Draft } from './draft.ts'
import { onDraftChangedElsewhere, readDraft, writeDraft } from './draft-storage.ts'

const saveDelayMs = 300

export class DraftBox {
  readonly key: string
  readonly #store: Store<Draft>
  readonly subscribe: Store<Draft>['subscribe']
  readonly draft: () => Draft
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(key: string, owner: Owner) {
    this.key = key
    this.#store = createStore(() => draftFor(readDraft(key), owner))
    this.subscribe = this.#store.subscribe
    this.draft = this.#store.getState
    const signal = pageSignal()
    onDraftChangedElsewhere(key, (before, after) => this.#follow(before, after), signal)
    window.addEventListener('pagehide', () => this.#saveNow(), { signal })
    signal.addEventListener('abort', () => this.#stopTimer())
  }

  /** Typing: stored when it pauses. */
  type(prompt: string) {
    this.#become({ ...this.draft(), prompt })
    this.#timer ??= setTimeout(() => this.#saveNow(), saveDelayMs)
  }

  /** Everything that decides about money: stored at once. */
  put(draft: Draft) {
    this.#become(draft)
    this.#save()
  }

  /** The intent under this id was taken: what comes next is another one. */
  clear(operationId: string, moved: Draft['moved'] = null) {
    if (this.draft().operationId === operationId) this.put(emptyDraft(this.draft().owner, moved))
  }

  /** Keeps what is written, under a new id. */
  renew(operationId: string) {
    const { operationId: id, owner, prompt } = this.draft()
    if (id === operationId) this.put({ ...emptyDraft(owner), prompt })
  }

  /** Gives a request back that came to nothing, unless something else is being written. */
  restore(prompt: string) {
    if (this.draft().prompt === '') this.put({ ...emptyDraft(this.draft().owner), prompt })
  }

  setOwner(owner: Owner) {
    const draft = draftFor(this.draft(), owner)
    if (draft !== this.draft()) this.put(draft)
  }

  /** Another tab changed the draft that this one shows as well. */
  #follow(before: Draft | null, after: Draft | null) {
    const same = before?.operationId === this.draft().operationId && before.prompt === this.draft().prompt
    if (same) this.#become(after ?? emptyDraft(this.draft().owner))
  }

  #become(draft: Draft) {
    this.#store.setState(draft, true)
  }

  #saveNow() {
    if (this.#timer !== null) this.#save()
  }

  #save() {
    this.#stopTimer()
    writeDraft(this.key, this.draft())
  }

  #stopTimer() {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

const boxes = pageStore(() => new Map<string, DraftBox>())

export function draftBox(key: string, owner: Owner): DraftBox {
  const box = boxes.getState().get(key) ?? new DraftBox(key, owner)
  boxes.getState().set(key, box)
  return box
}

/** For a conversation that was deleted. */
export const forgetDraft = (key: string) => draftBox(key, undefined).put(emptyDraft(null))
