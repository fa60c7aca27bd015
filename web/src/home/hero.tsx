import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '../api/session.tsx'
import { formatTokens } from '../format/tokens.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AnswerPreview } from './answer-preview.tsx'

const plural = new Intl.PluralRules('ru')
const modelWords: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'Доступна {} мощная модель',
  few: 'Доступны {} мощные модели'
}
const availableModels = (count: number): string =>
  (modelWords[plural.select(count)] ?? 'Доступно {} мощных моделей').replace('{}', String(count))

export function Hero({ modelCount }: { modelCount: number }) {
  const { status } = useSession()
  return (
    <section className="grid items-center gap-12 xl:grid-cols-[1.15fr_1fr] xl:gap-16">
      <div>
        <p className="flex items-center gap-2.5 text-small font-medium text-ink-soft">
          <span className="size-2 rounded-full bg-accent" aria-hidden />
          {availableModels(modelCount)}
        </p>
        {status === 'loading' && <LoadingWords />}
        {status === 'signed-out' && <VisitorWords />}
        {status === 'signed-in' && <UserWords />}
      </div>
      <AnswerPreview />
    </section>
  )
}

interface WordsProps {
  title: string
  lead: string
  children: ReactNode
}

const Words = ({ title, lead, children }: WordsProps) => (
  <>
    <h1 className="mt-5 text-display font-semibold">{title}</h1>
    <p className="mt-6 max-w-xl text-lead text-ink-soft">{lead}</p>
    <div className="mt-8 flex flex-wrap gap-3">{children}</div>
  </>
)

const VisitorWords = () => (
  <Words
    title="Мощная AI Платформа"
    lead="Тексты, картинки, голос и видео в одном окне. Все модели на русском, счёт один, и платите вы только за результат."
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
      lead={`На счёте ${formatTokens(user?.tokens ?? 0)}. Выберите модель и спросите о чём угодно.`}
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
  <output aria-label="Загрузка" className="block">
    <Skeleton className="mt-5 h-[1lh] w-4/5 text-display" />
    <Skeleton className="mt-6 h-14 w-4/5 max-w-xl xl:h-7" />
    <Skeleton className="mt-8 h-13 w-72" />
  </output>
)
