import { Columns3, Square, SquarePen } from 'lucide-react'
import { clsx } from 'clsx'
import { canPay } from '#contract/catalogue/plans.ts'
import { promptLengthMax } from '#contract/answers.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { enterHint, sendsOn, useSendsOnEnter } from '../../base/page/send-key.ts'
import { BackButton } from '../../base/page/back-button.tsx'
import { SignInPrompt } from '../../base/page/sign-in-prompt.tsx'
import { useCost } from '../../base/session/session.tsx'
import { useKeyboard } from '../../base/ui/keyboard.ts'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { Button } from '../../base/ui/button.tsx'
import { TextArea } from '../../base/ui/text-field.tsx'
import { Columns } from './compare-columns.tsx'
import { LateMemoryNote } from '../memory/late-memory.tsx'
import { CompareChoice } from './compare-choice.tsx'
import { tooLongText } from '../draft/draft.ts'
import { comparedMin, sumOf } from './compared.ts'
import { type Compare, useCompare } from './use-compare.ts'

/** One question to up to four models, with their answers side by side. */
export function Page() {
  const compare = useCompare()
  const { session, compared } = compare
  if (session.status === 'signed-out')
    return <SignInPrompt title="Необходима авторизация" text="Войдите в систему, чтобы сравнить модели" />
  const started = compared.length > 0
  return (
    <div className="relative flex grow flex-col max-xl:min-h-80">
      <div className={clsx('flex grow flex-col', started && asHighAsThePage)}>
        <header data-page-bar="" className="flex h-15 shrink-0 items-center gap-1 border-b border-line px-2 sm:px-4">
          <BackButton />
          <h1 className="ml-2 line-clamp-2 text-body leading-tight font-semibold">Сравнение моделей</h1>
          {started && (
            <Button
              variant="ghost"
              icon={<SquarePen size={18} aria-hidden />}
              onClick={compare.again}
              className="ml-auto max-sm:w-11 max-sm:px-0"
            >
              <span className="max-sm:sr-only">Новое сравнение</span>
            </Button>
          )}
        </header>
        {started ? <Columns compare={compare} /> : <Opening compare={compare} />}
        <Question compare={compare} started={started} />
        {!started && <div className="mb-auto" />}
      </div>
    </div>
  )
}

/** One answer at a time scrolls by itself, between the names of the models and the composer. */
const asHighAsThePage = 'max-xl:absolute max-xl:inset-x-0 max-xl:top-0 max-xl:bottom-(--keyboard)'

const Opening = ({ compare }: { compare: Compare }) => (
  <div className="mt-auto px-4 pt-8 pb-4">
    <div className="mx-auto flex w-full max-w-text flex-col gap-6">
      <header className="text-center">
        <span className="mx-auto mb-3 grid size-12 place-items-center rounded-full bg-sunken text-ink-soft">
          <Columns3 size={22} aria-hidden />
        </span>
        <p className="text-heading font-semibold text-balance">Один вопрос — несколько ответов</p>
        <p className="mt-1.5 text-balance text-ink-soft">
          Каждый ответ стоит столько же, сколько в своём чате, и сохраняется в его истории
        </p>
      </header>
      <CompareChoice compare={compare} />
    </div>
  </div>
)

function Question({ compare, started }: { compare: Compare; started: boolean }) {
  const { session, chosen, prompt, canSend } = compare
  const sendsOnEnter = useSendsOnEnter()
  useKeyboard()
  const sum = sumOf(chosen) + compare.addedTokens
  const { costOf, isCovered } = useCost()
  const { user } = session
  const isShort = user !== null && !canPay(user, sum)
  const tooLong = prompt.length > promptLengthMax
  const isOff = !canSend || isShort || tooLong || prompt.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOff) compare.send()
      }}
      className={
        started
          ? 'sticky bottom-(--keyboard) z-10 bg-linear-to-t from-paper from-80% to-transparent px-4 pt-5 pb-[max(1rem,env(safe-area-inset-bottom))]'
          : 'px-4 py-3'
      }
    >
      <div className="mx-auto flex w-full max-w-text flex-col gap-2">
        {user && <LateMemoryNote conversationId={null} folderId={null} />}
        <TextArea
          label="Вопрос всем моделям"
          labelHidden
          name="question"
          rows={started ? 1 : 2}
          placeholder={started ? 'Следующий вопрос всем' : 'Вопрос всем моделям'}
          value={prompt}
          error={tooLong ? tooLongText(prompt) : null}
          onChange={(event) => compare.type(event.target.value)}
          onKeyDown={(event) => {
            if (!sendsOn(event, sendsOnEnter)) return
            event.preventDefault()
            if (!isOff) compare.send()
          }}
          enterKeyHint={enterHint(sendsOnEnter)}
          className="max-h-[30dvh] shadow-raised"
        />
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <output className="mr-auto text-caption text-ink-soft">
            {hintOf(chosen.length, isShort ? `На балансе ${formatTokens(user?.tokens ?? 0)}` : null)}
          </output>
          {isCovered && <PremiumBadge />}
          {compare.isRunning ? (
            <Button variant="secondary" icon={<Square size={14} aria-hidden />} onClick={compare.stop}>
              Остановить
            </Button>
          ) : (
            <Button type="submit" disabled={isOff} busy={compare.busy}>
              {`Спросить всех за ${formatTokens(costOf(sum))}`}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

const hintOf = (chosen: number, shortage: string | null): string => {
  if (chosen < comparedMin) return `Выберите хотя бы ${comparedMin} модели`
  return shortage ?? ''
}
