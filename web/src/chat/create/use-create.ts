// The state of the panel: settings are shared by all chats, files belong to one, and the words are those of the composer.
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { limitsPath } from '../../base/links.ts'
import { askForAccount } from '../../base/session/kept-question.ts'
import { usePrices } from '../../base/session/prices.ts'
import { useSession } from '../../base/session/session.tsx'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { notify } from '../../base/ui/notify.ts'
import type { Change } from '../../media/form/studio-box.ts'
import { currentPrice, isLocked, lockedText, refusalText, signInText } from '../../media/form/submit-rules.ts'
import { useUnable } from '../../media/form/unable.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { usePrompt } from '../draft/draft-box.ts'
import { emptyDraft } from '../draft/draft.ts'
import type { Asker } from '../stream/following.ts'
import { chooseFiles, filesAt, filesKey, useChosenFiles } from './chosen-files.ts'
import { choice, parsed, settingsBox, Unfit } from './chosen-tool.ts'
import type { CreateKind, Wanted } from './open-panel.ts'
import { orderWork } from './order-work.ts'
import { begunWith, takesPrompt, toolsOf } from './tools.ts'

export interface CreateContext {
  asker: Asker
  /** Of the conversation, if one begins. */
  model: ShownModel
  /** An answer is being written: its conversation takes nothing else meanwhile. */
  generating: boolean
}

/** Everything the panel shows and does. */
export function useCreate({ asker, model, generating }: CreateContext, wanted: Wanted | null, onAccepted: () => void) {
  const { box: words } = asker
  const session = useSession()
  const { entry, tools, kind, choose } = useTool()
  const form = useForm(entry, words.key)
  useWanted(wanted, words.key)
  const typed = usePrompt(words).trim()
  const values = useMemo(
    () => (takesPrompt(entry, form.values) ? { ...form.values, prompt: typed } : form.values),
    [entry, form.values, typed]
  )
  const priceTokens = currentPrice(entry, values)
  const locked = isLocked(entry, values, session.user)
  const unread = useRef<Record<string, string | null>>({})
  const chosenAt = filesKey(words.key, entry.id)
  const { isBusy, order } = useOrder({ asker, model, generating }, chosenAt, () => {
    chooseFiles(chosenAt, session.user?.id ?? null, {})
    onAccepted()
  })

  function submit() {
    if (isBusy || generating) return
    const unreadText = Object.values(unread.current).find((text) => text !== null)
    if (session.status === 'signed-out') registerFor(asker)
    else if (unreadText) notify.error(unreadText)
    else if (locked) notify.error(lockedText)
    else if (!session.user) notify.error(signInText)
    else void order(entry, values)
  }

  return {
    entry,
    kind,
    tools,
    choose,
    ...form,
    values,
    session,
    priceTokens,
    locked,
    isBusy,
    submit,
    /** For a file that is not read yet: nothing is sent until it is. */
    holdBack: (name: string, problem: string | null) => {
      unread.current[name] = problem
    }
  }
}

/** The registration opens over the page; what is typed waits in its composer. */
const registerFor = ({ page: { path, title } }: Asker): void =>
  askForAccount({ path, prompt: '', model: null, name: title, priceTokens: null, operationId: null })

/** The tool of the kind that is chosen: one that is connected, if any is. */
function useTool() {
  const { kind, tools: latest } = useSyncExternalStore(choice.subscribe, choice.getState)
  const isUnconnected = useUnconnected()
  const prices = usePrices()
  const tools = toolsOf(kind).filter(({ path }) => !isUnconnected(path))
  // A kind has a tool, even when none of them works now: it says so.
  const found = tools.find(({ id }) => id === latest[kind]) ?? tools[0] ?? toolsOf(kind)[0]!
  const entry = useMemo(() => pricedEntry(found, prices), [found, prices])
  const choose = (next: { kind: CreateKind; service?: string }) =>
    choice.setState(
      { kind: next.kind, tools: next.service === undefined ? latest : { ...latest, [next.kind]: next.service } },
      true
    )
  return { entry, tools, kind, choose }
}

/** The settings of a tool, and its files in one chat. */
function useForm(entry: StudioEntry, at: string) {
  const { status, user } = useSession()
  const owner = user?.id ?? (status === 'signed-out' ? null : undefined)
  const box = settingsBox(entry, owner)
  useEffect(() => box.setOwner(owner), [box, owner])
  const key = filesKey(at, entry.id)
  const files = useChosenFiles(key, owner)
  const { draft } = useSyncExternalStore(box.subscribe, box.state)
  const values: ParameterValues = useMemo(() => ({ ...draft.values, ...files }), [draft.values, files])
  const isUnable = useUnable(entry.path, values)
  useLayoutEffect(() => box.settle(isUnable), [box, isUnable])
  return {
    values,
    isUnable,
    change: (changed: Change) => box.change(changed),
    changeFile: (name: string, value: string | undefined) => {
      const { [name]: _, ...others } = filesAt(key)
      chooseFiles(key, owner ?? null, value === undefined ? others : { ...others, [name]: value })
    }
  }
}

/** A panel that is shown once more is as its user left it. */
const takenWishes = new WeakSet<Wanted>()

/** Begins with the picture of the card that has opened the panel. */
function useWanted(wanted: Wanted | null, at: string) {
  const { user } = useSession()
  const isUnconnected = useUnconnected()
  const take = useEffectEvent((next: Wanted) => {
    if (takenWishes.has(next)) return
    takenWishes.add(next)
    if (next.source === undefined) return choice.setState({ ...choice.getState(), kind: next.kind }, true)
    const begun = begunWith({ kind: next.kind, source: next.source }, (path) => !isUnconnected(path))
    const entry = begun && toolsOf(next.kind).find(({ id }) => id === begun.service)
    if (!begun || !entry) return notify.error('Сейчас это не работает')
    choice.setState({ kind: next.kind, tools: { ...choice.getState().tools, [next.kind]: entry.id } }, true)
    settingsBox(entry, undefined).change(begun.settings)
    chooseFiles(filesKey(at, entry.id), user?.id ?? null, begun.files)
  })
  useLayoutEffect(() => {
    if (wanted) take(wanted)
  }, [wanted])
}

/** Sends one order at a time. What was typed leaves the composer once the order is accepted, never before. */
function useOrder({ asker, model }: CreateContext, chosenAt: string, onAccepted: () => void) {
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(false)
  const navigate = useNavigate()

  async function order(entry: StudioEntry, values: ParameterValues) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const { box } = asker
    const typed = box.draft().prompt.trim()
    const files = filesAt(chosenAt)
    try {
      const parameters = await parsed(entry, values)
      await orderWork(asker, model.id, {
        entry,
        parameters,
        onAccepted: () => {
          const draft = box.draft()
          if (parameters['prompt'] === draft.prompt.trim())
            box.put({ ...emptyDraft(draft.owner), files: draft.files, role: asker.conversationId ? draft.role : null })
          // Other words and files are for the next work; a new chat has a composer of its own.
          const isSame = draft.prompt.trim() === typed && filesAt(chosenAt) === files
          if (isSame || asker.conversationId === null) onAccepted()
        }
      })
    } catch (error) {
      const isOverBudget = error instanceof ApiError && error.code === 'BUDGET_EXCEEDED'
      const toLimits = { label: 'Изменить лимит', onClick: () => void navigate(limitsPath) }
      const text = error instanceof RefusedFile || error instanceof Unfit ? error.message : refusalText(entry, error)
      notify.error(text, isOverBudget ? toLimits : undefined)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return { isBusy, order }
}

export type Create = ReturnType<typeof useCreate>
