import { History, Images, Mic, RotateCcw, ShieldCheck, SquarePen, type LucideIcon } from 'lucide-react'
import { transcription } from '#contract/catalogue/transcription.ts'

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

export const Features = () => (
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
  ['Новая тема — новый чат', 'Модель читает предыдущие сообщения беседы. Лишние сбивают её с толку.'],
  [
    'Проверяйте факты',
    'Модель пишет уверенно и тогда, когда ошибается. Цифры, цитаты и диагнозы сверяйте с источником.'
  ],
  ['Смотрите историю', 'На странице подписки у каждого списания есть модель и время, а щелчок открывает тот самый чат.']
]

export const Tips = () => (
  <dl className="grid gap-x-10 sm:grid-cols-2">
    {tips.map(([title, text]) => (
      <div key={title} className="border-t border-line py-4">
        <dt className="font-semibold">{title}</dt>
        <dd className="mt-1 text-small text-ink-soft">{text}</dd>
      </div>
    ))}
  </dl>
)
