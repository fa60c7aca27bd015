import { Link } from 'react-router-dom'
import { Coins, House, AudioLines, Clapperboard, Image, MessageSquareText, type LucideIcon, Play } from 'lucide-react'
import { Section } from '../section.tsx'
import { SiteFooter } from '../../base/page/site-footer.tsx'
import { Features, Tips } from './how-it-works.tsx'
import { Guide } from './guide.tsx'
import { lessons, type Lesson } from './lessons.ts'
import { paths } from '../../base/paths.ts'
import { PaymentMethods } from '../payment-methods.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { useSession } from '../../base/session/session.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { BackButton } from '../../base/page/back-button.tsx'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'

export const Page = () => (
  <>
    <div className="mx-auto flex w-full max-w-page grow flex-col gap-16 px-4 py-4 sm:gap-20 sm:px-8">
      <div>
        <LearningHeader />
        <h1 className="mt-6 text-display font-semibold">Обучение</h1>
        <p className="mt-5 max-w-text text-lead text-ink-soft">
          Четыре урока о том, как получать нужный результат с первого раза. В конце каждого — готовый запрос, который
          можно открыть и отправить.
        </p>
      </div>
      <Section title="Чему научиться">
        <Categories />
      </Section>
      <Section title="Видеоуроки">
        <VideoLessons />
      </Section>
      <Section title="Уроки">
        <div className="space-y-16">
          {lessons.map((lesson, index) => (
            <Guide key={lesson.id} lesson={lesson} number={index + 1} />
          ))}
        </div>
      </Section>
      <Section title="Как устроена платформа">
        <Features />
      </Section>
      <Section title="Советы" lead="Как тратить меньше токенов и получать больше.">
        <Tips />
      </Section>
      <Section title="Как оплатить" lead="Один токен — один рубль, за большие пакеты токены в подарок.">
        <PaymentMethods />
        <Link to={paths.pricing} className={buttonClass({ variant: 'secondary', className: 'mt-6' })}>
          Все цены
        </Link>
      </Section>
    </div>
    <div className="mt-16">
      <SiteFooter />
    </div>
  </>
)

/** The buttons back and home; for a user also the email address and the balance. */
function LearningHeader() {
  const { user } = useSession()
  return (
    <div className="-ml-2.5 flex min-h-11 items-center gap-1">
      <BackButton />
      <Link to={paths.home} aria-label="На главную" title="На главную" className={iconButtonClass()}>
        <House size={19} aria-hidden />
      </Link>
      {user && (
        <p className="ml-auto flex min-w-0 items-center gap-3 text-small text-ink-soft">
          <span className="truncate">{user.email}</span>
          <span className="flex shrink-0 items-center gap-1.5 font-medium text-ink tabular-nums">
            <Coins size={16} className="text-accent" aria-hidden />
            <span>{formatTokens(user.tokens ?? 0)}</span>
          </span>
        </p>
      )}
    </div>
  )
}

const icons: Record<Lesson['id'], LucideIcon> = {
  text: MessageSquareText,
  image: Image,
  voice: AudioLines,
  video: Clapperboard
}

/** Links to the lessons on this page. */
const Categories = () => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
    {lessons.map(({ id, category, categoryText }) => {
      const Icon = icons[id]
      return (
        <li key={id}>
          <a
            href={`#${id}`}
            className="group flex h-full flex-col rounded-card border border-line bg-raised p-5 shadow-raised transition hover:border-line-strong hover:shadow-floating"
          >
            <Icon size={22} className="text-ink-faint transition group-hover:text-accent" aria-hidden />
            <span className="mt-4 font-semibold">{category}</span>
            <span className="mt-1 text-small text-ink-soft">{categoryText}</span>
          </a>
        </li>
      )
    })}
  </ul>
)

/** The videos do not exist yet. A click says so; the text of every lesson is on the page. */
const announce = (title: string) =>
  window.alert(`Видеоурок «${title}» скоро появится. Текст урока уже на этой странице.`)

const VideoLessons = () => (
  <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
    {lessons.map(({ id, title, category }) => (
      <li key={id} className="flex flex-col overflow-hidden rounded-card border border-line bg-raised shadow-raised">
        <button
          type="button"
          aria-label={`Смотреть видеоурок «${title}»`}
          onClick={() => announce(title)}
          className="group grid aspect-video place-items-center bg-sunken -outline-offset-2! transition hover:bg-hover"
        >
          <span className="grid size-14 place-items-center rounded-full bg-ink text-on-ink transition group-hover:bg-accent group-hover:text-on-accent">
            <Play size={22} className="translate-x-0.5 fill-current" aria-hidden />
          </span>
        </button>
        <div className="flex grow flex-col p-5">
          <p className="text-caption text-ink-faint">{category}</p>
          <p className="mt-1 font-semibold">{title}</p>
          <a
            href={`#${id}`}
            aria-label={`Читать урок «${title}»`}
            className="mt-auto inline-flex min-h-11 items-end pt-3 text-small underline decoration-accent decoration-2 underline-offset-4 hover:text-accent-strong"
          >
            Читать урок
          </a>
        </div>
      </li>
    ))}
  </ul>
)
