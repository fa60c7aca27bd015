// All pages of the console, in the order of the menu. A page is a file `page.tsx` in a folder below `src` that exports `Page`;
// it becomes a chunk of its own, and gets what follows its path in the address: `#/people/<id>`.
import type { Permission } from '#contract/operator-roles.ts'

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
  work: 'Работа сервисов',
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
    module: 'overview/page.tsx'
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
    path: '/system',
    title: 'Система',
    about: 'Часы и их обязанности, базы данных, ночная сверка',
    permission: 'system.read',
    group: 'work',
    module: 'system/page.tsx'
  },
  {
    path: '/record',
    title: 'Журнал',
    about: 'Кто из операторов что сделал и почему',
    permission: 'record.read',
    group: 'console',
    module: 'record/page.tsx'
  },
  {
    path: '/team',
    title: 'Команда',
    about: 'Операторы, их роли и второй фактор',
    permission: 'team.change',
    group: 'console',
    module: 'team/page.tsx'
  }
]
