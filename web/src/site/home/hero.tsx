import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ArrowUp } from 'lucide-react'
import { formOf } from '#contract/counted.ts'
import { useSession, visitorsOnly } from '../../base/session/session.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'

export function Hero({ modelCount }: { modelCount: number }) {
  const { status } = useSession()
  return (
    <section className="grid items-center gap-12 xl:grid-cols-[1.15fr_1fr] xl:gap-16">
      <div>
        <p className="flex items-center gap-2.5 text-small font-medium text-ink-soft">
          <span className="size-2 rounded-full bg-accent" aria-hidden />
          <span>
            {formOf(modelCount, [
              `Доступна ${modelCount} мощная модель`,
              `Доступны ${modelCount} мощные модели`,
              `Доступно ${modelCount} мощных моделей`
            ])}
          </span>
        </p>
        <div className="relative">
          {status === 'signed-in' ? <UserWords /> : <VisitorWords className={visitorsOnly(status)} />}
          {status === 'loading' && <LoadingWords />}
        </div>
      </div>
      <AnswerPreview />
    </section>
  )
}

interface WordsProps {
  title: string
  lead: string
  className?: string
  children: ReactNode
}

/** Both texts take the same number of lines at every width, so that nothing moves when the session becomes known. */
const Words = ({ title, lead, className, children }: WordsProps) => (
  <div className={className}>
    <h1 className="mt-5 text-display font-semibold max-sm:max-w-64">{title}</h1>
    <p className="mt-6 min-h-[4lh] max-w-xl text-lead text-ink-soft sm:min-h-[2lh]">{lead}</p>
    <div className="mt-8 flex flex-wrap gap-3">{children}</div>
  </div>
)

const VisitorWords = ({ className }: { className: string }) => (
  <Words
    title="Мощная AI Платформа"
    lead="Тексты, картинки, голос и видео в одном окне. Все модели на русском, счёт один, и платите вы только за результат."
    className={className}
  >
    <Link to={paths.auth} className={buttonClass({ size: 'large' })}>
      Начать работу
    </Link>
    <Link to={paths.learning} className={buttonClass({ variant: 'secondary', size: 'large' })}>
      Обучение
    </Link>
  </Words>
)

function UserWords() {
  const { user } = useSession()
  return (
    <Words
      title="Начинайте творить!"
      lead={`${user ? `На счёте ${formatTokens(user.tokens)}. ` : ''}Выберите модель и спросите о чём угодно: чаты и работы сохранятся.`}
    >
      <Link to={paths.gpt5} className={buttonClass({ size: 'large' })}>
        Открыть GPT-5
      </Link>
      <Link to={paths.subscription} className={buttonClass({ variant: 'secondary', size: 'large' })}>
        Моя подписка
      </Link>
    </Words>
  )
}

const LoadingWords = () => (
  <output aria-label="Загрузка" className="absolute inset-0 block">
    <Skeleton className="h-[1lh] w-4/5 text-display" />
    <Skeleton className="mt-6 h-14 w-4/5 max-w-xl" />
  </output>
)

/** Copied, because the catalogue is too large for the first page; a test compares it. */
export const previewModel = { name: 'Claude 3 Sonnet', priceTokens: 2 }

const names: [name: string, reason: string][] = [
  ['«Третья волна»', 'про море и про кофе сразу'],
  ['«Отлив»', 'спокойно, легко запомнить'],
  ['«Соль и зерно»', 'две вещи, которые встретят гостя']
]

/** A drawing of a conversation, made of text. It is decoration, so it is hidden from screen readers. */
const AnswerPreview = () => (
  <div aria-hidden className="relative hidden select-none sm:block xl:mr-4">
    <span className="absolute -top-10 -right-4 size-40 rounded-full bg-accent" />
    <div className="relative rounded-panel border border-line bg-raised p-5 shadow-floating">
      <p className="ml-auto w-fit max-w-[85%] rounded-card rounded-br-small bg-sunken px-4 py-2.5 text-small">
        Придумай название для кофейни у моря
      </p>
      <div className="mt-5 text-small">
        <p className="font-medium">{previewModel.name}</p>
        <ol className="mt-2 space-y-1.5 text-ink-soft">
          {names.map(([name, reason]) => (
            <li key={name}>
              <span className="font-medium text-ink">{name}</span> <span>{`— ${reason}`}</span>
            </li>
          ))}
        </ol>
        <p className="mt-4 flex items-center gap-2 text-caption text-ink-faint">
          <span className="size-1.5 rounded-full bg-accent" />
          <span>{`Списано ${formatTokens(previewModel.priceTokens)}`}</span>
        </p>
      </div>
      <div className="mt-6 flex items-center justify-between gap-3 rounded-card border border-line py-2 pr-2 pl-4">
        <span className="text-small text-ink-faint">Спросите о чём угодно</span>
        <span className="grid size-9 place-items-center rounded-control bg-ink text-on-ink">
          <ArrowUp size={18} />
        </span>
      </div>
    </div>
  </div>
)
