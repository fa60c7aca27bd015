// All pages of the console, in the order of the menu. A page is a file `page.tsx` in a folder below `src` that exports `Page`;
// it becomes a chunk of its own, and gets what follows its path in the address: `#/people/<id>`.
import type { Permission } from '#contract/permissions.ts'

export interface ConsolePage {
  path: `/${string}`
  /** In the menu, as the window's title. */
  title: string
  /** What is done there, in the overview. */
  about: string
  /** The menu leaves the page out for roles without it, and the server refuses its calls. */
  permission: Permission
  group: PageGroup
  /** Below `src`. */
  module: string
}

export const pageGroups = {
  watch: 'Что происходит',
  people: 'Люди и деньги',
  jobs: 'Работа сервисов',
  product: 'Продукт',
  console: 'Консоль'
} as const
export type PageGroup = keyof typeof pageGroups

export const pages: readonly ConsolePage[] = [
  {
    path: '/',
    title: 'Обзор',
    about: 'С чего начать',
    permission: 'console.use',
    group: 'watch',
    module: 'system/overview/page.tsx'
  },
  {
    path: '/alarms',
    title: 'Тревоги',
    about: 'Что требует человека: платежи, кошельки, сервисы, система',
    permission: 'alarms.read',
    group: 'watch',
    module: 'system/alarms/page.tsx'
  },
  {
    path: '/services',
    title: 'Сервисы',
    about: 'Как работают сервисы и поставщики, что ждёт в очереди; выключатели',
    permission: 'jobs.read',
    group: 'jobs',
    module: 'jobs/services/page.tsx'
  },
  {
    path: '/jobs',
    title: 'Работы',
    about: 'Картинки, видео и голос: повторить, отменить, завершить с возвратом',
    permission: 'jobs.read',
    group: 'jobs',
    module: 'jobs/page.tsx'
  },
  {
    path: '/dead-letters',
    title: 'Мёртвые сообщения',
    about: 'Что очереди не смогли обработать, и почему',
    permission: 'jobs.read',
    group: 'jobs',
    module: 'jobs/dead-letters/page.tsx'
  },
  {
    path: '/redos',
    title: 'Сломанные работы',
    about: 'Что люди назвали испорченным, и сколько раз это делали снова',
    permission: 'jobs.read',
    group: 'jobs',
    module: 'jobs/redos/page.tsx'
  },
  {
    path: '/trends',
    title: 'Тренды',
    about: 'Новые люди, покупки, траты по сервисам, сбои и возвраты по дням',
    permission: 'trends.read',
    group: 'watch',
    module: 'system/trends/page.tsx'
  },
  {
    path: '/prices',
    title: 'Цены',
    about: 'Цены, модели за моделями и что сервисы приносят',
    permission: 'prices.read',
    group: 'product',
    module: 'prices/page.tsx'
  },
  {
    path: '/models',
    title: 'Модели',
    about: 'Что продаётся в чатах, кто отвечает и в каком порядке',
    permission: 'shop.read',
    group: 'product',
    module: 'shop/models/page.tsx'
  },
  {
    path: '/works',
    title: 'Инструменты',
    about: 'Кто делает картинки, речь и видео и в каком порядке',
    permission: 'shop.read',
    group: 'product',
    module: 'shop/works/page.tsx'
  },
  {
    path: '/suppliers',
    title: 'Поставщики',
    about: 'Аккаунты у разработчиков и посредников: адреса, ключи, проверка',
    permission: 'shop.read',
    group: 'product',
    module: 'shop/suppliers/page.tsx'
  },
  {
    path: '/routes',
    title: 'Маршруты',
    about: 'Кто отвечает за модели: доля, первое слово, сбои, расход и что осталось',
    permission: 'shop.read',
    group: 'product',
    module: 'shop/routes/page.tsx'
  },
  {
    path: '/codes',
    title: 'Промокоды',
    about: 'Слова, по которым начисляются токены',
    permission: 'prices.read',
    group: 'product',
    module: 'prices/codes/page.tsx'
  },
  {
    path: '/announcements',
    title: 'Объявления',
    about: 'Что сайт говорит всем, кто вошёл',
    permission: 'prices.read',
    group: 'product',
    module: 'prices/announcements/page.tsx'
  },
  {
    path: '/people',
    title: 'Люди',
    about: 'Найти человека, помочь с балансом, входом и письмами',
    permission: 'people.read',
    group: 'people',
    module: 'people/page.tsx'
  },
  {
    path: '/requests',
    title: 'Запросы',
    about: 'Что ждёт второго человека: токены, исправления, промокоды, приглашения, дни Premium',
    permission: 'people.read',
    group: 'people',
    module: 'people/requests/page.tsx'
  },
  {
    path: '/payments',
    title: 'Платежи',
    about: 'Платежи рядом с тем, что видит ЮKassa; проверка и возвраты',
    permission: 'payments.read',
    group: 'people',
    module: 'money/payments/page.tsx'
  },
  {
    path: '/debts',
    title: 'Долги',
    about: 'Кто потратил токены, деньги за которые возвращены',
    permission: 'payments.read',
    group: 'people',
    module: 'money/debts/page.tsx'
  },
  {
    path: '/premium',
    title: 'Premium',
    about: 'Отменить продление, подарить дни',
    permission: 'payments.read',
    group: 'people',
    module: 'money/premium/page.tsx'
  },
  {
    path: '/closing',
    title: 'Закрытие месяца',
    about: 'Продано, подарено, потрачено, возвращено; CSV для бухгалтера',
    permission: 'books.read',
    group: 'people',
    module: 'money/closing/page.tsx'
  },
  {
    path: '/books',
    title: 'Книги человека',
    about: 'Движения токенов по месяцам, за всё время',
    permission: 'books.read',
    group: 'people',
    module: 'money/books/page.tsx'
  },
  {
    path: '/system',
    title: 'Система',
    about: 'Часы, базы данных, хранилище, резервные копии, ночная сверка',
    permission: 'system.read',
    group: 'jobs',
    module: 'system/page.tsx'
  },
  {
    path: '/record',
    title: 'Журнал',
    about: 'Кто из операторов что сделал и почему',
    permission: 'record.read',
    group: 'console',
    module: 'access/record/page.tsx'
  },
  {
    path: '/team',
    title: 'Команда',
    about: 'Операторы, их роли и второй фактор',
    permission: 'team.change',
    group: 'console',
    module: 'access/team/page.tsx'
  }
]
