import { useEffect, useRef, useState, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { answeringText } from '#contract/catalogue/answering.ts'
import { canPay } from '#contract/catalogue/plans.ts'
import { ideaLengthMax } from '#contract/catalogue/prompt-help.ts'
import { promptHelperIn } from '#contract/catalogue/models.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { errorText } from '../../base/http/error-text.ts'
import { signInPath } from '../../base/paths.ts'
import { topUpPath } from '../../base/links.ts'
import { useModels } from '../../base/session/models.ts'
import { useCost } from '../../base/session/session.tsx'
import type { SessionState, SessionUser } from '../../base/session/session-store.ts'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { Button, buttonClass } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextArea } from '../../base/ui/text-field.tsx'
import type { Change } from '../../media/form/studio-box.ts'
import { signInText } from '../../media/form/submit-rules.ts'
import { readAskedHelp, useHelp } from './use-help.ts'

/** The form that the helper helps with. */
export interface DescribedForm {
  entry: StudioEntry
  values: ParameterValues
  session: Pick<SessionState, 'status' | 'user'>
  /** Sets values of the form and focuses its prompt. */
  onFill: (change: Change) => void
}

interface HelpPanelProps extends DescribedForm {
  onClose: () => void
}

/** An idea, and the description that a model makes of it. */
export function HelpPanel(props: HelpPanelProps) {
  const { user } = props.session
  return (
    <section
      aria-label="Помощь с описанием"
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-raised"
    >
      {user ? <Helper {...props} user={user} /> : <SignIn path={props.entry.path} />}
    </section>
  )
}

const SignIn = ({ path }: { path: string }) => (
  <p className="flex flex-wrap items-center justify-between gap-3 text-small">
    <span>{signInText}</span>
    <Link to={signInPath(path)} className={buttonClass({ size: 'small' })}>
      Войти
    </Link>
  </p>
)

function Helper({ entry, values, user, onFill, onClose }: HelpPanelProps & { user: SessionUser }) {
  const prompt = String(values.prompt ?? '')
  const [idea, setIdea] = useState(() => readAskedHelp(entry.path, user.id)?.idea ?? prompt)
  const [isWrong, setWrong] = useState(false)
  const { description, setDescription, isPending, error, ask, forget } = useHelp(entry, user.id)
  const field = useFirstFocus()
  const length = idea.trim().length
  const problem =
    length === 0 ? 'Введите идею: хотя бы пару слов' : length > ideaLengthMax ? 'Слишком длинная идея' : null

  function write() {
    setWrong(problem !== null)
    if (problem === null) ask(idea.trim())
    else field.current?.querySelector('textarea')?.focus()
  }

  function close(change: Change = {}) {
    forget()
    onClose()
    // The button with the focus is gone with the panel.
    onFill(change)
  }

  function insert() {
    if (prompt.trim() !== '')
      notify.info('Описание заменило ваше', { label: 'Вернуть', onClick: () => onFill({ prompt }) })
    close({ prompt: description?.trim() ?? '' })
  }

  return (
    <>
      <div ref={field}>
        <TextArea
          label="Идея"
          placeholder="Коротко: кто или что, где, в каком настроении"
          value={idea}
          disabled={isPending}
          onChange={({ target }) => setIdea(target.value)}
          error={isWrong ? problem : null}
          hint={useHelperHint()}
          className="max-h-48 min-h-16"
        />
      </div>
      {description !== null && (
        <TextArea
          label="Описание: его можно поправить"
          value={description}
          disabled={isPending}
          onChange={({ target }) => setDescription(target.value)}
          hint={languageNote(entry, values)}
          className="max-h-72 min-h-24"
        />
      )}
      <output className="text-small text-danger empty:hidden">{error && !isPending ? failureText(error) : null}</output>
      <div className="flex flex-wrap gap-2">
        {description !== null && (
          <Button size="small" disabled={isPending || description.trim() === ''} onClick={insert}>
            Вставить
          </Button>
        )}
        <WriteButton user={user} back={entry.path} isFirst={description === null} busy={isPending} onClick={write} />
        <Button size="small" variant="ghost" disabled={isPending} onClick={() => close()}>
          Закрыть
        </Button>
      </div>
    </>
  )
}

interface WriteButtonProps {
  user: SessionUser
  back: string
  isFirst: boolean
  busy: boolean
  onClick: () => void
}

/** Names what a description costs; leads to the shop when the balance is too low. */
function WriteButton({ user, back, isFirst, busy, onClick }: WriteButtonProps) {
  const priceTokens = promptHelperIn(useModels())?.priceTokens ?? 0
  const { costOf, isCovered } = useCost()
  const variant = isFirst ? 'primary' : 'secondary'
  if (!busy && !canPay(user, priceTokens))
    return (
      <Link to={topUpPath(priceTokens, back)} className={buttonClass({ variant, size: 'small' })}>
        {`Пополнить баланс: ${formatTokens(priceTokens)}`}
      </Link>
    )
  const price = formatTokens(costOf(priceTokens))
  return (
    <>
      <Button size="small" variant={variant} busy={busy} onClick={onClick}>
        {busy ? 'Пишу описание...' : `${isFirst ? 'Написать' : 'Ещё вариант'} · ${price}`}
      </Button>
      {isCovered && <PremiumBadge className="order-last self-center" />}
    </>
  )
}

/** Who writes, and how long an idea may be. */
function useHelperHint(): string {
  const helper = promptHelperIn(useModels())
  const answering = helper ? answeringText(helper) : null
  const name = helper?.name ?? 'Модель'
  const writer = answering === null ? name : `${name} (${answering})`
  return `${writer} сохранит всё, что названо, и добавит детали. До ${formatCount(ideaLengthMax)} символов.`
}

const failureText = (error: Error): string => errorText(error, 'Не удалось написать описание')

/** What a model gets that reads only English, and where the user will see it. */
function languageNote(entry: StudioEntry, values: ParameterValues): string | undefined {
  if (mediaRouteOf(entry, values).language === undefined) return undefined
  return `${entry.title} понимает только английский: при запуске описание переведём бесплатно, перевод будет на карточке рядом с вашим текстом.`
}

/** The panel opens on a click: its first field takes the focus. */
function useFirstFocus(): RefObject<HTMLDivElement | null> {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => field.current?.querySelector('textarea')?.focus({ preventScroll: true }), [])
  return field
}
