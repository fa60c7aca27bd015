import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { namedJobFile } from '#contract/catalogue/job-file-refs.ts'
import type { Job } from '#contract/jobs.ts'
import { useIsFromBuild } from '../../base/page/from-build.ts'
import { handedPromptIn } from '../../base/page/handed-prompt.ts'
import { useSession } from '../../base/session/session.tsx'
import { notify } from '../../base/ui/notify.ts'
import { countOf, refOf } from '../../media/job/repeated.ts'
import { useJob } from '../../media/job/use-jobs.ts'
import { drawnParameters } from '../../media/form/settings.ts'
import type { StudioBox } from '../../media/form/studio-box.ts'

/** The settings in the query of the address, for the parameters that the form has. */
const settingsIn = (entry: StudioEntry, query: URLSearchParams): ParameterValues =>
  Object.fromEntries(
    entry.parameters.flatMap(({ kind, name }) => {
      const value = query.get(name)
      return value === null ? [] : [[name, kind === 'number' || kind === 'seed' ? Number(value) : value]]
    })
  )

/** Who follows a link: known once the page is no longer the HTML of the build, which is a visitor's. */
const useReader = () => ({ ...useSession(), isReady: !useIsFromBuild() })

/**
 * Follows a link with a `prompt` and settings, or what another page has handed over: they fill the form and are not submitted. A toast offers to restore what
 * the user had written.
 */
export function useGivenSettings(entry: StudioEntry, box: StudioBox) {
  const { key: place, search, state } = useLocation()
  const navigate = useNavigate()
  const { status, user, isReady } = useReader()
  const followed = useRef<string | null>(null)
  const handed = handedPromptIn(state)

  useEffect(() => {
    const query = new URLSearchParams(search)
    if (handed !== null) query.set('prompt', handed)
    const known = isReady && (status === 'signed-out' || user !== null)
    const other = query.has('repeat') || query.has('open') || query.has('from')
    if (!query.get('prompt') || other || !known || followed.current === place) return
    followed.current = place
    const before = box.state().draft.values
    box.refill(settingsIn(entry, query))
    const written = typeof before.prompt === 'string' && before.prompt.trim() !== ''
    if (written && before.prompt !== query.get('prompt'))
      notify.info('Настройки из ссылки заменили ваши', { label: 'Вернуть', onClick: () => box.refill(before) })
    void navigate(entry.path, { replace: true })
  }, [place, search, handed, isReady, status, user, entry, box, navigate])
}

/**
 * Follows links that fill the form: `repeat` with all settings of a job, `seed` beside it with the seed it had, and `open=1` from the history with its model.
 * The query is removed afterwards, so that a reload does not undo later changes.
 */
export function useRepeat(entry: StudioEntry, box: StudioBox, onFilled: () => void) {
  const { key: place } = useLocation()
  const [query] = useSearchParams()
  const followed = useRef<string | null>(null)
  const navigate = useNavigate()
  const { status, user, isReady } = useReader()
  const id = query.get('repeat')
  const opened = query.get('open') === '1'
  const model = opened ? query.get('model') : null
  const keepsSeed = query.has('seed')
  const { job, isLoading } = useJob(id)
  const filled = useEffectEvent(onFilled)
  const waiting = id !== null && status !== 'signed-out' && (user === null || isLoading)

  useEffect(() => {
    // The query is removed a moment later; until then the job may change and run this effect again.
    if ((id === null && !opened) || !isReady || waiting || followed.current === place) return
    followed.current = place
    if (model !== null) box.accept({ model })
    if (id !== null && status !== 'signed-out' && repeat(entry, box, job, keepsSeed)) filled()
    void navigate(entry.path, { replace: true })
  }, [place, id, opened, isReady, waiting, model, status, job, keepsSeed, entry, box, navigate])
}

function repeat(entry: StudioEntry, box: StudioBox, job: Job | undefined, keepsSeed: boolean): boolean {
  if (job?.service !== entry.id) {
    notify.error('Такой работы нет')
    return false
  }
  box.refill({ ...job.parameters, ...(keepsSeed ? seedOf(job) : countOf(job)) } satisfies ParameterValues)
  // A file of the form that the job was not made from would make something else.
  const others = entry.parameters.filter((one) => 'mediaTypes' in one && !job.uploads.includes(one.name))
  const sources = job.sources.filter(({ parameter }) => entry.parameters.some(({ name }) => name === parameter))
  box.change(
    Object.fromEntries([
      ...others.map(({ name }) => [name, undefined]),
      ...sources.map((source) => [source.parameter, refOf(job, source)])
    ])
  )
  if (job.uploads.some((name) => !(name in box.state().files))) notify.info('Настройки те же. Файлы загрузите заново')
  return true
}

/** With its seed one result is repeated; without it the whole batch. */
const seedOf = ({ seed }: Job): ParameterValues => (seed === null ? {} : { seed })

/**
 * Follows a link with `from`, the file of a job: attaches it to the form, with the settings of the link. Nothing is
 * submitted, and no file is loaded. What the user had written stays, unless the link has its own text.
 */
export function useAttached(entry: StudioEntry, box: StudioBox, onFilled: () => void) {
  const { key: place, search } = useLocation()
  const navigate = useNavigate()
  const { status, user, isReady } = useReader()
  const followed = useRef<string | null>(null)
  const filled = useEffectEvent(onFilled)

  useEffect(() => {
    const query = new URLSearchParams(search)
    const from = query.get('from')
    if (from === null || !isReady || (status !== 'signed-out' && user === null) || followed.current === place) return
    followed.current = place
    if (status !== 'signed-out' && attach(entry, box, `work:${from}`, query)) filled()
    void navigate(entry.path, { replace: true })
  }, [place, search, isReady, status, user, entry, box, navigate])
}

function attach(entry: StudioEntry, box: StudioBox, ref: string, query: URLSearchParams): boolean {
  const before = box.state().draft.values
  box.accept(settingsIn(entry, query))
  const { values } = box.state().draft
  const field = drawnParameters(entry.parameters, values).find(({ kind }) => kind === 'image' || kind === 'video')
  if (!field || namedJobFile(ref) === null) {
    notify.error('Этот файл сюда не подходит')
    return false
  }
  box.change({ [field.name]: ref })
  const written = typeof before['prompt'] === 'string' && before['prompt'].trim() !== ''
  if (written && values['prompt'] !== before['prompt'])
    notify.info('Описание заменено', { label: 'Вернуть', onClick: () => box.change({ prompt: before['prompt'] }) })
  return true
}
