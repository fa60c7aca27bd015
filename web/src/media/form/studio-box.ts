// The settings of the studio pages in this tab, one box for each. A box outlives its components and follows other tabs.
import { createStore } from 'zustand/vanilla'
import type { Parameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { onUserLeft } from '../../base/session/user-left.ts'
import { newOperationId, type Owner } from '../../base/storage/operation-id.ts'
import { pageSignal, pageStore, type Store } from '../../base/storage/page-store.ts'
import { keepFiles, readKeptFiles } from './kept-files.ts'
import { acceptedValues, isFile, startingValues, withOfferedChoices } from './settings.ts'
import { ableValue, type IsUnable } from './unable.ts'
import { mayHave, newDraft, sending, type StudioDraft, studioDrafts } from './studio-draft.ts'

const saveDelayMs = 300

interface StudioState {
  draft: StudioDraft
  /** Data URLs, or names of files of the user's jobs, by parameter. */
  files: Readonly<Record<string, string>>
}

export type Change = Readonly<Record<string, string | number | undefined>>

export class StudioBox {
  readonly #key: string
  readonly #parameters: readonly Parameter[]
  readonly #store: Store<StudioState>
  readonly subscribe: Store<StudioState>['subscribe']
  readonly state: () => StudioState
  /** That of an untouched form: HTML of the build knows no draft. */
  readonly untouched: () => StudioState
  #timer: ReturnType<typeof setTimeout> | null = null
  /**
   * Another tab has stored a draft of its own over this one, which is stored again when this tab is left: the draft of the tab that is
   * left last is kept. Not once the user has signed out.
   */
  #isOver = false
  /** The stored files are read once, as soon as the user is known. */
  #filesAsked = false
  /** Set once the user has chosen or removed a file: stored files must not replace it. */
  #filesTouched = false
  /** Settings as the user has them: stored, chosen, or of a link. The others follow what can be made. */
  readonly #chosen = new Set<string>()
  #isUnable: IsUnable

  constructor(key: string, parameters: readonly Parameter[], owner: Owner, isUnable: IsUnable) {
    this.#isUnable = isUnable
    this.#key = key
    this.#parameters = parameters
    const stored = studioDrafts.read(key)
    this.#store = createStore(() => ({ draft: stored ? this.#fitting(stored) : this.#fresh(null), files: {} }))
    const untouched = { draft: this.#fresh(null), files: {} }
    this.untouched = () => untouched
    this.subscribe = this.#store.subscribe
    this.state = this.#store.getState
    this.setOwner(owner)
    const signal = pageSignal()
    studioDrafts.onChangedElsewhere(key, (before, after) => after && this.#follow(before, after), signal)
    globalThis.window?.addEventListener('pagehide', () => this.#saveNow(), { signal })
    signal.addEventListener('abort', () => this.#stopTimer())
    const stop = onUserLeft(() => {
      this.#isOver = false
    })
    signal.addEventListener('abort', stop)
  }

  /** Sets the named values and removes those that are undefined. Stored when the changes pause. */
  change(change: Change) {
    for (const name of Object.keys(change)) this.#chosen.add(name)
    this.#apply(change)
  }

  #apply(change: Change) {
    const { draft, files } = this.state()
    const settings = Object.entries(change).filter(([name]) => !this.#isFile(name))
    const chosen = Object.entries(change).filter(([name]) => this.#isFile(name))
    const changed = { ...draft.values, ...Object.fromEntries(settings) } as ParameterValues
    const values = withOfferedChoices(this.#parameters, changed, this.#isUnable)
    this.#become({ draft: { ...draft, values }, files: this.#withFiles(files, chosen) })
    this.#timer ??= setTimeout(() => this.#saveNow(), saveDelayMs)
    if (chosen.length > 0) this.#saveFiles()
  }

  /** Sets those of the values that the form accepts. */
  accept(values: ParameterValues) {
    this.change(acceptedValues(this.#parameters, values))
  }

  /** Replaces all settings by the defaults and these values. Files stay. */
  refill(values: ParameterValues) {
    const seeds = this.#parameters.filter(({ kind }) => kind === 'seed').map(({ name }) => [name, undefined])
    const accepted = acceptedValues(this.#parameters, values)
    this.#chosen.clear()
    for (const name of Object.keys(accepted)) this.#chosen.add(name)
    this.#apply({
      ...Object.fromEntries(seeds),
      ...startingValues(this.#parameters, this.#isUnable),
      ...accepted
    })
  }

  /** Lets the settings that the user has not chosen follow what can be made now. */
  settle(isUnable: IsUnable) {
    this.#isUnable = isUnable
    const { draft, files } = this.state()
    const values: Record<string, string | number> = { ...draft.values }
    for (const parameter of this.#parameters) {
      const value = this.#chosen.has(parameter.name) ? undefined : ableValue(parameter, isUnable, values)
      if (value !== undefined) values[parameter.name] = value
    }
    const settled = withOfferedChoices(this.#parameters, values, isUnable)
    if (!sameValues(settled, draft.values)) this.#become({ draft: { ...draft, values: settled }, files })
  }

  /** The operation id for this request. Stored at once: after a reload a new id would charge the user twice. */
  submitting(fingerprint: string): string {
    const draft = sending(this.state().draft, fingerprint)
    this.#put(draft)
    return draft.operationId
  }

  /** Makes a new id once the job under this one was accepted, or can never be. The settings stay. */
  renew(operationId: string) {
    const { draft } = this.state()
    if (draft.operationId === operationId) this.#put({ ...draft, operationId: newOperationId(), sent: null })
  }

  setOwner(owner: Owner) {
    if (owner === undefined) return
    if (this.state().draft.owner !== owner) this.#hand(owner)
    if (this.#filesAsked) return
    this.#filesAsked = true
    void this.#restoreFiles()
  }

  /** A user takes over the draft of a visitor; the draft of another user is dropped. */
  #hand(owner: string | null) {
    const { draft, files } = this.state()
    const own = mayHave(draft.owner, owner)
    if (!own) this.#chosen.clear()
    this.#become(own ? { draft: { ...draft, owner }, files } : { draft: this.#fresh(owner), files: {} })
    if (studioDrafts.read(this.#key)) this.#save()
    if (Object.keys(files).length > 0) this.#saveFiles()
  }

  async #restoreFiles() {
    const kept = await readKeptFiles(this.#key)
    if (this.#filesTouched || !kept) return
    const { draft } = this.state()
    if (mayHave(kept.owner, draft.owner)) this.#become({ draft, files: kept.files })
    else this.#saveFiles()
  }

  /** Takes over a change from another tab, if both showed the same draft before it, and it is not another one that was begun there. */
  #follow(before: StudioDraft | null, after: StudioDraft) {
    const { draft, files } = this.state()
    if (before?.operationId !== draft.operationId || !sameValues(before.values, draft.values)) return
    this.#isOver = after.operationId !== draft.operationId && !sameValues(after.values, draft.values)
    if (!this.#isOver) this.#become({ draft: this.#fitting(after), files })
  }

  #withFiles(files: StudioState['files'], chosen: [string, string | number | undefined][]): StudioState['files'] {
    if (chosen.length === 0) return files
    const next = new Map([...Object.entries(files), ...chosen])
    // A mask fits only the picture it was painted on.
    if (chosen.some(([name]) => name === 'image'))
      for (const { kind, name } of this.#parameters)
        if (kind === 'mask' && !chosen.some(([also]) => also === name)) next.delete(name)
    return Object.fromEntries([...next].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  }

  #isFile(name: string): boolean {
    return this.#parameters.some((parameter) => parameter.name === name && isFile(parameter))
  }

  #fresh(owner: string | null): StudioDraft {
    return newDraft(owner, startingValues(this.#parameters, this.#isUnable))
  }

  /** Drops stored values that a newer version of the form does not accept. */
  #fitting(draft: StudioDraft): StudioDraft {
    const accepted = acceptedValues(this.#parameters, draft.values)
    for (const name of Object.keys(accepted)) this.#chosen.add(name)
    const values = { ...startingValues(this.#parameters), ...accepted }
    return { ...draft, values: withOfferedChoices(this.#parameters, values, this.#isUnable) }
  }

  #put(draft: StudioDraft) {
    this.#become({ draft, files: this.state().files })
    this.#save()
  }

  #become(state: StudioState) {
    this.#store.setState(state, true)
  }

  #saveNow() {
    if (this.#timer !== null || this.#isOver) this.#save()
  }

  #save() {
    this.#stopTimer()
    this.#isOver = false
    studioDrafts.write(this.#key, this.state().draft)
  }

  #stopTimer() {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #saveFiles() {
    this.#filesTouched = true
    const { draft, files } = this.state()
    void keepFiles(this.#key, { owner: draft.owner, files })
  }
}

const sameValues = (one: ParameterValues, other: ParameterValues): boolean =>
  Object.entries({ ...one, ...other }).every(([name, value]) => one[name] === value && other[name] === value)

const boxes = pageStore(() => new Map<string, StudioBox>())

/** The box of a page. @param isUnable as long as the page has told nothing else: `settle` */
export function studioBox(
  key: string,
  parameters: readonly Parameter[],
  owner: Owner,
  isUnable: IsUnable = () => false
): StudioBox {
  const box = boxes.getState().get(key) ?? new StudioBox(key, parameters, owner, isUnable)
  boxes.getState().set(key, box)
  return box
}
