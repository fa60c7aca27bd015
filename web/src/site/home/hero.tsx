import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { useCost, useSession, visitorsOnly } from '../../base/session/session.tsx'
import type { SessionState } from '../../base/session/session-store.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { Gift } from '../../base/format/gift.tsx'
import { paths } from '../../base/paths.ts'
import { buttonClass } from '../../base/ui/button.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { homeModels } from './home-texts.ts'
import { HeroComposer } from './hero-composer.tsx'
import type { HomeParts } from './parts.ts'

export function Hero({ parts }: { parts: HomeParts }) {
  const { status } = useSession()
  return (
    <section className="grid items-center gap-12 xl:grid-cols-[1.15fr_1fr] xl:gap-16">
      <div>
        <p className="flex items-center gap-2.5 text-small font-medium text-ink-soft">
          <span className="size-2 rounded-full bg-accent" aria-hidden />
          <span>
            {/* Of two, three or four, which a test holds. */}
            {`Доступны ${homeModels.length} мощные модели`}
          </span>
        </p>
        <div className="relative">
          {status === 'signed-in' ? <UserWords /> : <VisitorWords status={status} />}
          {status === 'loading' && <LoadingWords />}
        </div>
      </div>
      <FirstQuestion status={status} parts={parts} />
    </section>
  )
}

interface WordsProps {
  title: string
  lead: string
  className?: string
  leadClass?: string
  children?: ReactNode
}

/** Both texts take the same number of lines at every width, so that nothing moves when the session becomes known. */
const Words = ({ title, lead, className, leadClass, children }: WordsProps) => (
  <div className={className}>
    <h1 className="mt-5 text-display font-semibold max-sm:max-w-64">{title}</h1>
    <p className={clsx('mt-6 min-h-[2lh] max-w-xl text-lead text-ink-soft', leadClass)}>{lead}</p>
    {children}
  </div>
)

/** While it is not known who this is, as high as the words of users. */
const VisitorWords = ({ status }: Pick<SessionState, 'status'>) => (
  <Words
    title="Мощная AI Платформа"
    lead="Тексты, картинки, голос и видео в одном окне. Все модели на русском, счёт один, и платите вы только за результат."
    className={visitorsOnly(status)}
    leadClass={
      status === 'loading'
        ? 'max-h-[2lh] overflow-hidden'
        : 'max-sm:not-in-data-[session=stored]:min-h-[4lh] in-data-[session=stored]:max-h-[2lh] in-data-[session=stored]:overflow-hidden'
    }
  >
    <div
      className={clsx('mt-8 flex-wrap gap-3', status === 'loading' ? 'hidden' : 'flex in-data-[session=stored]:hidden')}
    >
      <Link to={paths.auth} className={buttonClass({ size: 'large' })}>
        Начать работу
      </Link>
      <Link to={paths.learning} className={buttonClass({ variant: 'secondary', size: 'large' })}>
        Обучение
      </Link>
    </div>
  </Words>
)

function UserWords() {
  const { user } = useSession()
  const { isCovered } = useCost()
  const account = isCovered ? 'У вас Premium. ' : user ? `На счёте ${formatTokens(user.tokens)}. ` : ''
  return <Words title="Начинайте творить!" lead={`${account}Спросите о чём угодно: чаты и работы сохранятся.`} />
}

const LoadingWords = () => (
  <output aria-label="Загрузка" className="absolute inset-0 block">
    <Skeleton className="h-[1lh] w-4/5 text-display" />
    <Skeleton className="mt-6 h-14 w-4/5 max-w-xl" />
  </output>
)

/** The field for a first question. */
const FirstQuestion = ({ status, parts }: Pick<SessionState, 'status'> & { parts: HomeParts }) => (
  <div className="relative xl:mr-4">
    <span aria-hidden className="absolute -top-10 -right-4 hidden size-40 rounded-full bg-accent sm:block" />
    <div className="relative sm:rounded-panel sm:border sm:border-line sm:bg-raised sm:p-5 sm:shadow-floating">
      <HeroComposer parts={parts} />
      {status === 'signed-out' && (
        <p className="mt-3 text-small text-ink-soft in-data-[session=stored]:hidden">
          <Gift before="За регистрацию дарим " />
        </p>
      )}
    </div>
  </div>
)
