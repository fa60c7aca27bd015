import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore
} from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { Job } from '#contract/jobs.ts'
import { type Parameter, type ParameterValues } from '#contract/catalogue/parameters.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { type AskNow, askNowIn } from '../base/page/ask-now.ts'
import { useIsFromBuild } from '../base/page/from-build.ts'
import { askForAccount } from '../base/session/kept-question.ts'
import { useSession } from '../base/session/session.tsx'
import { sessionState, type SessionState } from '../base/session/session-store.ts'
import { type Problems, useProblems } from '../base/form/problems.tsx'
import { useServiceJobs } from '../media/job/use-jobs.ts'
import { notify } from '../base/ui/notify.ts'
import { useAttached, useGivenSettings, useRepeat } from './draft/use-links.ts'
import { type Change, type StudioBox, studioBox } from '../media/form/studio-box.ts'
import { type IsUnable, useUnable } from '../media/form/unable.ts'
import { useSimulation } from './simulation/simulated-result.tsx'
import { currentPrice, isLocked, lockedText, missingText, signInText, wordsOf } from '../media/form/submit-rules.ts'
import { useSending } from './submit/use-sending.ts'
import { studioDraftKey } from '../media/form/studio-draft.ts'

interface Places {
  form: RefObject<HTMLFormElement | null>
  results: RefObject<HTMLElement | null>
}

/** The state and actions of a studio page. */
export function useStudio(entry: StudioEntry, { form, results }: Places) {
  const session = useSession()
  const { box, values, operationId, isUnable } = useSettings(entry)
  const { problems, setProblems, report } = useProblems<string>()
  const serviceJobs = useServiceJobs(entry.id, entry.shownResults)
  const showResults = () => reveal(results.current)
  const simulation = useSimulation(entry, showResults)
  const { send, isSubmitting } = useSending(entry, box, showResults)
  const busy = isSubmitting || simulation.running
  const locked = isLocked(entry, values, session.user)
  useRepeat(entry, box, () => reveal(form.current))
  useGivenSettings(entry, box)
  useAttached(entry, box, () => reveal(form.current))
  useRenewalWhenTaken(box, operationId, serviceJobs.jobs)
  useEarlyTexts(form, box)

  function change(changed: Change) {
    box.change(changed)
    setProblems((current) => without(current, Object.keys(changed)))
  }

  const { unsaved, holdBack } = useHeldBack((name) => setProblems((current) => without(current, [name])))

  function submit() {
    if (busy || !form.current) return
    const parsed = parametersSchema(entry.parameters).safeParse(values)
    const found = parsed.success ? {} : problemsOf(parsed.error, entry.parameters)
    if (!report(form.current, { ...found, ...unsaved.current })) {
      notify.error(Object.values(unsaved.current)[0] ?? parsed.error?.issues[0]?.message ?? '')
    } else if (parsed.data) begin(parsed.data)
  }

  const beginLater = useLater(session.status, begin)
  function begin(parameters: ParameterValues) {
    if (locked) notify.error(lockedText)
    else if (session.status === 'loading') beginLater(parameters)
    else if (session.status === 'signed-in') void send(parameters)
    else if (entry.simulation) simulation.run(parameters)
    else registerFor(entry, values, priceTokens)
  }

  const priceTokens = currentPrice(entry, values)
  useAskNow(session.user !== null, { prompt: wordsOf(entry, values), priceTokens }, submit)

  return {
    entry,
    session,
    values,
    isUnable,
    problems,
    change,
    /** For a field whose value cannot be sent yet: with a problem nothing is, until it is null. */
    holdBack,
    submit,
    busy,
    priceTokens,
    register: () => registerFor(entry, values, priceTokens),
    /** What the disabled button waits for; null when it is not disabled. */
    missing: missingText(entry, values),
    /** The plan of the user does not allow these settings. */
    locked,
    serviceJobs,
    simulation,
    /** Writes an example into the form and focuses the prompt; a form without one is shown. */
    fill: (example: Change) => {
      change(example)
      focusPrompt(form.current)
    }
  }
}

function focusPrompt(form: HTMLElement | null): void {
  const prompt = form?.querySelector<HTMLElement>('[name=prompt]')
  if (prompt) prompt.focus()
  else reveal(form)
}

/** Takes over what was typed before the application ran: behind the draft, which the HTML of the build does not know. */
function useEarlyTexts(form: Places['form'], box: StudioBox) {
  const isFromBuild = useIsFromBuild()
  const isTaken = useRef(false)
  const take = useEffectEvent(() => {
    if (!isFromBuild || isTaken.current) return
    isTaken.current = true
    const { values } = box.state().draft
    for (const { name, value: typed } of form.current?.querySelectorAll('textarea') ?? []) {
      const kept = values[name] ?? ''
      if (typed !== '' && typed !== kept) box.change({ [name]: kept === '' ? typed : `${kept}\n${typed}` })
    }
  })
  // Before the state is shown: a field that gets another value loses its caret.
  useLayoutEffect(() => take(), [])
}

/** The fields whose values cannot be sent yet, with why. */
function useHeldBack(onChange: (name: string) => void) {
  const unsaved = useRef<Readonly<Record<string, string>>>({})
  function holdBack(name: string, problem: string | null) {
    const { [name]: _, ...others } = unsaved.current
    unsaved.current = problem === null ? others : { ...others, [name]: problem }
    onChange(name)
  }
  return { unsaved, holdBack }
}

/** Keeps what a visitor wants to make, and opens the registration over it. */
function registerFor(entry: StudioEntry, values: ParameterValues, priceTokens: number): void {
  const { path, title: name } = entry
  askForAccount({ path, prompt: wordsOf(entry, values), model: null, name, priceTokens, operationId: null })
}

/** Submits what its user has sent from the home page, at the price that they saw there. Its settings are the page's draft. */
function useAskNow(isKnown: boolean, shown: Pick<AskNow, 'prompt' | 'priceTokens'>, submit: () => void) {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const ask = askNowIn(state)
  const isAsked = ask !== null && isKnown
  const done = useRef<typeof ask>(null)
  const submitNow = useEffectEvent(() => {
    if (ask === null || done.current === ask) return
    done.current = ask
    if (ask.priceTokens === shown.priceTokens && ask.prompt === shown.prompt) submit()
    void navigate(pathname, { replace: true })
  })
  useEffect(() => {
    // What is wrong with the form is shown at once, which React refuses while it renders.
    if (isAsked) queueMicrotask(() => submitNow())
  }, [isAsked])
}

/** For a click before the session was loaded: the request is sent as soon as it is. */
function useLater(status: SessionState['status'], begin: (parameters: ParameterValues) => void) {
  const waiting = useRef<ParameterValues | null>(null)
  const beginNow = useEffectEvent(() => {
    const parameters = waiting.current
    waiting.current = null
    if (!parameters) return
    // The user expected to be signed in and wanted a real job: an example would be mistaken for its result.
    if (status === 'signed-in') begin(parameters)
    else notify.error(signInText)
  })
  useEffect(() => {
    if (status !== 'loading') beginNow()
  }, [status])
  return (parameters: ParameterValues) => void (waiting.current = parameters)
}

/** Renews the id when the job under it exists: the answer to the submission may have been lost. */
function useRenewalWhenTaken(box: StudioBox, operationId: string, jobs: readonly Job[]) {
  const taken = jobs.some(({ id }) => id === operationId)
  useEffect(() => {
    if (taken) box.renew(operationId)
  }, [taken, box, operationId])
}

export type Studio = ReturnType<typeof useStudio>

/** The first error of each field. */
const problemsOf = ({ issues }: z.ZodError, parameters: readonly Parameter[]): Problems<string> =>
  Object.fromEntries(
    issues.toReversed().map(({ path, message }) => {
      const parameter = parameters.find(({ name }) => name === path[0])
      return [String(path[0]), (parameter && ownWords(parameter, message)) ?? message]
    })
  )

const ownWords = (parameter: Parameter, message: string): string | undefined =>
  'requiredText' in parameter && parameter.requiredText === message ? parameter.missingText : undefined

const without = (problems: Problems<string>, names: readonly string[]): Problems<string> =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)))

interface Settings {
  box: StudioBox
  /** All settings, files included. */
  values: ParameterValues
  operationId: string
  isUnable: IsUnable
}

/** The settings of the current page; `box` changes them. */
function useSettings({ path, parameters }: StudioEntry): Settings {
  const session = useSession()
  // HTML of the build is a visitor's, the draft is of the user who opens it.
  const { status, user } = useIsFromBuild() ? sessionState() : session
  const owner = user?.id ?? (status === 'signed-out' ? null : undefined)
  const box = studioBox(studioDraftKey(path), parameters, owner, useUnable(path))
  useEffect(() => box.setOwner(owner), [box, owner])
  const { draft, files } = useSyncExternalStore(box.subscribe, box.state, box.untouched)
  const values = useMemo(() => ({ ...draft.values, ...files }), [draft.values, files])
  const isUnable = useUnable(path, values)
  // Before it is shown: a new form begins with what can be made, and goes on with it.
  useLayoutEffect(() => box.settle(isUnable), [box, isUnable])
  return { box, values, operationId: draft.operationId, isUnable }
}

/** Scrolls to a part of the page unless its beginning is visible: on small screens the results are below the form. */
function reveal(part: HTMLElement | null): void {
  if (!part) return
  const { top } = part.getBoundingClientRect()
  if (top >= 0 && top < window.innerHeight / 2) return
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  part.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
}
