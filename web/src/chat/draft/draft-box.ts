// The drafts of this tab, one for each composer. They stay in memory when the user opens another page, and take over
// what another tab sends.
import { useEffect, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import { promptOf } from '#contract/answers.ts'
import { attachment, type Attachment } from '#contract/attached-file.ts'
import { roleOfConversation } from '#contract/roles.ts'
import { operationId as idFormat } from '#contract/validation.ts'
import { useIsFromBuild } from '../../base/page/from-build.ts'
import { sessionState } from '../../base/session/session-store.ts'
import { useSession } from '../../base/session/session.tsx'
import { onUserLeft } from '../../base/session/user-left.ts'
import { keptDrafts } from '../../base/storage/kept-draft.ts'
import type { Owner } from '../../base/storage/operation-id.ts'
import { pageSignal, pageStore, type Store } from '../../base/storage/page-store.ts'
import { unsentKey } from '../../base/storage/unsent.ts'
import { draftFor, emptyDraft, type Draft } from './draft.ts'

const stored = z.object({
  operationId: idFormat,
  prompt: z.string(),
  files: z.array(attachment).default([]),
  sent: z
    .object({
      prompt: z.string(),
      model: z.string(),
      files: z.array(attachment).optional(),
      extras: z.object({ webSearch: z.boolean(), thinking: z.boolean() }).optional(),
      proposes: z.boolean().optional()
    })
    .nullable(),
  moved: z.object({ operationId: z.string(), conversationId: z.number() }).nullable(),
  role: roleOfConversation.nullable().default(null),
  waits: z.literal(true).optional(),
  owner: z.string().nullable()
})

/** The storage key of a composer: a page's conversation, or its new one. */
export const draftKey = (path: string, conversationId: number | null): string =>
  unsentKey('chat', `${path}:${conversationId ?? 'new'}`)

const kept = keptDrafts<Draft>(stored)

export const readDraft = kept.read

function writeDraft(key: string, draft: Draft): void {
  // An empty draft that was never sent holds nothing to keep.
  const { prompt, files, sent, moved, role } = draft
  const isEmpty = prompt === '' && files.length === 0 && role === null
  kept.write(key, isEmpty && sent === null && moved === null ? null : draft)
}

const saveDelayMs = 300

export class DraftBox {
  readonly key: string
  readonly #store: Store<Draft>
  readonly subscribe: Store<Draft>['subscribe']
  readonly draft: () => Draft
  #timer: ReturnType<typeof setTimeout> | null = null
  /**
   * Another tab has stored a text of its own over this one, which is stored again when this tab is left: the text of the tab that is
   * left last is kept. Not once the user has signed out.
   */
  #isOver = false

  constructor(key: string, owner: Owner) {
    this.key = key
    this.#store = createStore(() => draftFor(readDraft(key), owner))
    this.subscribe = this.#store.subscribe
    this.draft = this.#store.getState
    const signal = pageSignal()
    kept.onChangedElsewhere(key, (before, after) => this.#follow(before, after), signal)
    globalThis.window?.addEventListener('pagehide', () => this.#saveNow(), { signal })
    signal.addEventListener('abort', () => this.#stopTimer())
    const stop = onUserLeft(() => {
      this.#isOver = false
    })
    signal.addEventListener('abort', stop)
  }

  hasPrompt(): boolean {
    return this.draft().prompt.trim() !== ''
  }

  /** The user types: stored after a short delay. */
  type(prompt: string) {
    this.#set({ ...this.draft(), prompt, ...(prompt === '' && { waits: undefined }) })
    this.#timer ??= setTimeout(() => this.#saveNow(), saveDelayMs)
  }

  /** What decides which payment a request belongs to: stored at once. */
  put(draft: Draft) {
    this.#set(draft)
    this.#save()
  }

  /** What is typed is to be sent, and there is no network. */
  wait() {
    if (this.hasPrompt()) this.put({ ...this.draft(), waits: true })
  }

  /** The server accepted the request with this id: what was sent leaves the composer, what was typed since stays. */
  clear(operationId: string, moved: Draft['moved'] = null) {
    const { operationId: id, owner, prompt, files, sent } = this.draft()
    if (id !== operationId) return
    const typedSince = sent !== null && sent.prompt !== promptOf(prompt)
    const isSent = (file: Attachment) => sent?.files?.some((one) => one.id === file.id) ?? false
    const rest = files.filter((file) => !isSent(file))
    this.put({ ...emptyDraft(owner, moved), prompt: typedSince ? prompt : '', files: rest })
  }

  /** Keeps the text and gives it a new id. */
  renew(operationId: string) {
    const { operationId: id, owner, prompt, files, role } = this.draft()
    if (id === operationId) this.put({ ...emptyDraft(owner), prompt, files, role })
  }

  /**
   * Puts a failed request back into the composer. @param isLost nothing else has its words: they stand below what the user has typed
   * meanwhile; else they do not come back then
   */
  restore(prompt: string, files: readonly Attachment[] = [], isLost = false) {
    const { prompt: typed, files: others, owner, role } = this.draft()
    if (typed !== '' && (!isLost || promptOf(typed) === prompt)) return
    const ids = new Set(files.map(({ id }) => id))
    this.put({
      ...emptyDraft(owner),
      prompt: typed === '' ? prompt : `${typed}\n\n${prompt}`,
      files: [...files, ...others.filter(({ id }) => !ids.has(id))],
      role
    })
  }

  setOwner(owner: Owner) {
    const draft = draftFor(this.draft(), owner)
    if (draft !== this.draft()) this.put(draft)
  }

  /**
   * Another tab changed a stored draft: it is taken over only when this tab shows the same text under the same id, and when it is not
   * another text that was begun there.
   */
  #follow(before: Draft | null, after: Draft | null) {
    const { operationId, prompt, owner } = this.draft()
    if (before?.operationId !== operationId || before.prompt !== prompt) return
    const isOther = after && after.operationId !== operationId && after.prompt !== '' && after.prompt !== prompt
    if (isOther && prompt !== '') this.#isOver = true
    else this.#set(after ?? emptyDraft(owner))
  }

  #set(draft: Draft) {
    this.#store.setState(draft, true)
  }

  #saveNow() {
    if (this.#timer !== null || (this.#isOver && this.hasPrompt())) this.#save()
  }

  #save() {
    this.#stopTimer()
    this.#isOver = false
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

/** What is written in one composer goes to another, unless something is written there. */
export function moveDraft(from: string, to: string): void {
  const [box, next] = [draftBox(from, undefined), draftBox(to, undefined)]
  if (!box.hasPrompt() || next.hasPrompt()) return
  next.put(box.draft())
  forgetDraft(from)
}

/**
 * The conversation for a first request: a new one, or the one that another tab has just created for the same request.
 * The draft moves there with its id, so that repeating a failed attempt there charges only once.
 */
export function conversationFor(
  path: string,
  box: DraftBox,
  draft: Draft,
  create: () => Promise<number>
): Promise<number> {
  return exclusively(`chat-begin:${draft.operationId}`, async () => {
    const moved = readDraft(box.key)?.moved
    if (moved?.operationId === draft.operationId) return moved.conversationId
    const conversationId = await create()
    draftBox(draftKey(path, conversationId), draft.owner).put(draft)
    box.clear(draft.operationId, { operationId: draft.operationId, conversationId })
    return conversationId
  })
}

/** Runs one task at a time over all tabs. Without the Web Locks API (insecure addresses of a local network) it just runs it. */
export const exclusively = async <Result>(name: string, task: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request(name, task) : task()

/** For a conversation that was deleted. */
export function forgetDraft(key: string): void {
  boxes.getState().get(key)?.put(emptyDraft(null))
  kept.write(key, null)
}

// HTML of the build knows no draft.
const noFiles: Draft['files'] = []
const emptyFiles = () => noFiles
const noRole = () => null
const waitsNot = () => false

/** The draft of the composer on the screen, without its text, which changes with every key; `box` changes it. */
export function useDraft(path: string, conversationId: number | null) {
  const session = useSession()
  // HTML of the build is a visitor's, the draft is of the user who opens it.
  const { status, user } = useIsFromBuild() ? sessionState() : session
  const owner = user?.id ?? (status === 'signed-out' ? null : undefined)
  const box = draftBox(draftKey(path, conversationId), owner)
  useEffect(() => box.setOwner(owner), [box, owner])
  const files = useSyncExternalStore(box.subscribe, () => box.draft().files, emptyFiles)
  const role = useSyncExternalStore(box.subscribe, () => box.draft().role, noRole)
  return { box, files, role, waits: useWaits(box) }
}

/** Whether a draft waits for a network. */
export const useWaits = (box: DraftBox): boolean =>
  useSyncExternalStore(box.subscribe, () => box.draft().waits === true, waitsNot)

/** The text of a draft. */
export const usePrompt = (box: DraftBox): string =>
  useSyncExternalStore(
    box.subscribe,
    () => box.draft().prompt,
    () => ''
  )
