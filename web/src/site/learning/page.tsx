import {
  AudioLines,
  Clapperboard,
  Coins,
  History,
  House,
  Image,
  Images,
  type LucideIcon,
  MessageSquareText,
  Mic,
  RotateCcw,
  ShieldCheck,
  SquarePen
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { freeTokens } from '#contract/catalogue/plans.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { BackButton } from '../../base/page/back-button.tsx'
import { SiteFooter } from '../../base/page/site-footer.tsx'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { buttonClass } from '../../base/ui/button.tsx'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import { PaymentMethods } from '../payment-methods.tsx'
import { Section } from '../section.tsx'
import { Guide } from './guide.tsx'
import { type Lesson, lessons } from './lessons.ts'
import { PracticeCards } from './practice-cards.tsx'
import { practices, priceOfPractice } from './practices.ts'

const practicesTokens = practices.reduce((sum, practice) => sum + priceOfPractice(practice), 0)

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
      <Section
        title="Видеоуроки"
        lead={`Видео пока нет, зато каждый урок можно сделать самому: инструмент откроется с готовым запросом. Все четыре — ${formatTokens(practicesTokens)}, за регистрацию дарим ${freeTokens}.`}
      >
        <PracticeCards />
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

const features: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ShieldCheck,
    title: 'Цена до отправки',
    text: 'Она стоит у модели и на кнопке. На время работы токены откладываются и списываются, когда результат готов.'
  },
  {
    icon: RotateCcw,
    title: 'Не вышло — бесплатно',
    text: 'Сбой, отказ модели или пустой ответ ничего не стоят: отложенные токены возвращаются без обращений в поддержку.'
  },
  {
    icon: History,
    title: 'Можно закрыть вкладку',
    text: 'Ответ допишется, ролик доделается. Откройте чат или «Мои работы» на любом устройстве — они там.'
  },
  {
    icon: Images,
    title: 'Мои работы',
    text: 'Все картинки, озвучки и ролики с настройками: повторить, скачать или удалить.'
  },
  {
    icon: Mic,
    title: 'Голосовой ввод',
    text: `В чате GPT-5 скажите запрос вслух, до ${transcription.secondsMax} секунд. Распознавание бесплатное.`
  },
  {
    icon: SquarePen,
    title: 'Черновики не теряются',
    text: 'Начатый запрос ждёт вас после перезагрузки, входа и оплаты. Повторное нажатие не спишет токены дважды.'
  }
]

const Features = () => (
  <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 xl:grid-cols-3">
    {features.map(({ icon: Icon, title, text }) => (
      <li key={title} className="bg-raised p-6">
        <Icon size={22} className="text-ink-faint" aria-hidden />
        <p className="mt-4 font-semibold">{title}</p>
        <p className="mt-1 text-small text-ink-soft">{text}</p>
      </li>
    ))}
  </ul>
)

const tips: readonly [title: string, text: string][] = [
  ['Сначала дешёвая модель', 'Отладьте запрос на Claude 3 Haiku или Flux schnell, а на дорогую перенесите готовый.'],
  [
    'Остановите неудачный ответ',
    'Видите, что ответ ушёл не туда, — остановите: спишется только доля цены за полученный текст.'
  ],
  [
    'Просите всё сразу',
    'Цена ответа не зависит от его длины. Три варианта одним запросом втрое дешевле трёх запросов.'
  ],
  ['Новая тема — новый чат', 'Модель читает предыдущие сообщения чата. Лишние сбивают её с толку.'],
  [
    'Проверяйте факты',
    'Модель пишет уверенно и тогда, когда ошибается. Цифры, цитаты и диагнозы сверяйте с источником.'
  ],
  ['Смотрите историю', 'На странице подписки у каждого списания есть модель и время, а щелчок открывает тот самый чат.']
]

const Tips = () => (
  <dl className="grid gap-x-10 sm:grid-cols-2">
    {tips.map(([title, text]) => (
      <div key={title} className="border-t border-line py-4">
        <dt className="font-semibold">{title}</dt>
        <dd className="mt-1 text-small text-ink-soft">{text}</dd>
      </div>
    ))}
  </dl>
)
