// What the search for everything finds besides chats. The words are those by which people ask for a thing and that its title lacks.
import { type ChatPath, chatPaths } from '#contract/catalogue/chat.ts'
import { catalogueModels, isOfCatalogue, type ShownModel } from '#contract/catalogue/models.ts'
import { legalLinks, menuGroups, type ToolPath, tools } from '#contract/catalogue/menu.ts'
import { premiumPath, registerPath } from '../../base/links.ts'
import { filledPath, paths, signInPath } from '../../base/paths.ts'
import { wordsOfTool } from '../../base/tool-words.ts'
import type { Findable } from './matching.ts'

type GroupTitle = 'Действия' | 'Инструменты' | 'Модели' | 'Страницы'

/** What happens when an entry is chosen. */
type Act =
  | { to: string; /** Of the navigation. */ state?: unknown }
  /** The request behind the words fills the form of a page. */
  | { fill: ToolPath }
  | { theme: 'light' | 'dark' | 'system' }
  | 'help'
  | 'leave'

export interface Entry extends Findable {
  id: string
  group: GroupTitle
  /** Beside the title. */
  detail?: string
  act: Act
  /** Of a model. */
  model?: ShownModel
  /** Of a tool. */
  tool?: ToolPath
  /** Stands in the list before anything is typed. */
  isCommon?: boolean
}

export const addressOf = (act: { fill: ToolPath }, request: string): string =>
  request === '' ? act.fill : filledPath(act.fill, { prompt: request })

const making: readonly [title: string, page: ToolPath, words: string][] = [
  [
    'Нарисовать картинку',
    '/dall-e-3',
    'картинка изображение рисунок нарисуй рисовать создать сгенерировать фото арт иллюстрация логотип draw image picture'
  ],
  ['Озвучить текст', '/elevenlabs', 'голос озвучка озвучь речь аудио диктор прочитать вслух voice speech audio tts'],
  ['Создать видео', '/luma', 'видео ролик фильм клип анимация снять сними video film'],
  [
    'Изменить картинку',
    '/gpt-image-edit',
    'редактировать отредактировать обработать картинка фото изображение фотошоп edit photo'
  ],
  ['Спросить', '/chatgpt', 'вопрос ответ чат текст написать напиши ask question']
]

const themes: readonly [title: string, theme: 'light' | 'dark' | 'system', words: string][] = [
  ['Тёмная тема', 'dark', 'ночь чёрная оформление dark theme night'],
  ['Светлая тема', 'light', 'день белая оформление light theme'],
  ['Тема как в системе', 'system', 'оформление автоматически theme system']
]

const going = (id: string, title: string, to: string, words: string): Entry => ({
  id,
  group: 'Действия',
  title,
  words,
  act: { to }
})

/** What can be done, the commonest first. @param pathname of the page that is open */
function actions(pathname: string, isUser: boolean): Entry[] {
  const here = chatPaths.find((path) => path === pathname) ?? '/chatgpt'
  const common = (entry: Entry): Entry => ({ ...entry, isCommon: true })
  return [
    common(going('new-chat', 'Новый чат', here, 'начать беседа разговор диалог создать new chat')),
    ...making.map(([title, fill, words]): Entry => {
      const made: Entry = { id: `make-${fill}`, group: 'Действия', title, words, takesRequest: true, act: { fill } }
      return title === 'Спросить' ? made : common({ ...made, detail: tools[fill].title })
    }),
    ...(isUser
      ? [
          common(
            going(
              'buy',
              'Пополнить баланс',
              paths.tokenPurchase,
              'купить токены оплата деньги оплатить карта промокод pay'
            )
          ),
          going('balance', 'Баланс и списания', paths.subscription, 'токены счёт история сколько осталось balance'),
          going('premium', 'Подписка Premium', premiumPath, 'премиум безлимит подключить купить тариф'),
          going('api-keys', 'API-ключи', paths.apiKeys, 'ключ апи api keys openai программа разработчик доступ'),
          going('devices', 'Устройства и сеансы', paths.profile, 'сессии пароль сменить удалить аккаунт email почта')
        ]
      : [
          common(
            going('register', 'Зарегистрироваться', registerPath(pathname), 'регистрация создать аккаунт sign up')
          ),
          common(going('sign-in', 'Войти', signInPath(pathname), 'вход логин аккаунт login sign in'))
        ]),
    going('compare', 'Сравнить модели', paths.compare, 'сравнение ответы рядом compare'),
    ...themes.map(([title, theme, words]): Entry => ({
      id: `theme-${theme}`,
      group: 'Действия',
      title,
      words,
      act: { theme }
    })),
    {
      id: 'help',
      group: 'Действия',
      title: 'Помощь',
      words: 'поддержка написать письмо ошибка проблема жалоба вопрос support help',
      act: 'help'
    },
    ...(isUser
      ? [
          {
            id: 'leave',
            group: 'Действия' as const,
            title: 'Выйти',
            words: 'выход разлогиниться аккаунт logout sign out',
            act: 'leave' as const
          }
        ]
      : [])
  ]
}

const toolEntries: readonly Entry[] = menuGroups.flatMap(({ title: kind, items }) =>
  items.map(({ path, title, badge }): Entry => ({
    id: `tool-${path}`,
    group: 'Инструменты',
    title,
    detail: badge,
    words: `${badge} ${kind} ${wordsOfTool(path)}`,
    act: { to: path },
    tool: path
  }))
)

const makers: Record<ChatPath, string> = {
  '/chatgpt': 'openai гпт чат джипити',
  '/claude': 'anthropic клод клауд',
  '/xai': 'xai грок маск',
  '/gpt5': 'openai гпт джипити о3'
}

const ofModels: Readonly<Record<string, string>> = {
  'claude-3-sonnet': 'сонет соннет',
  'claude-3-haiku': 'хайку хаику'
}

/** The page of a model takes it from the state of the navigation, for a new chat. */
const modelEntry = (model: ShownModel): Entry => ({
  id: `model-${model.id}`,
  group: 'Модели',
  title: model.name,
  detail: tools[model.page].title,
  words: `${isOfCatalogue(model) ? makers[model.page] : ''} ${model.description} ${ofModels[model.id] ?? ''} ${model.id} модель`,
  act: { to: model.page, state: { model: model.id } },
  model
})

const pageEntry = (title: string, to: string, words: string): Entry => ({
  id: `page-${to}`,
  group: 'Страницы',
  title,
  words,
  act: { to }
})

const pages = (isUser: boolean): Entry[] => [
  pageEntry('Главная', paths.home, 'домой начало home'),
  pageEntry('Обучение', paths.learning, 'уроки справка инструкция как пользоваться learning'),
  pageEntry('Цены', paths.pricing, 'цена стоимость тарифы сколько стоит калькулятор price pricing'),
  pageEntry(
    'API для программ',
    paths.api,
    'апи api openai openapi документация разработчик программа curl python node'
  ),
  pageEntry('Мои работы', paths.library, 'библиотека галерея картинки видео озвучки файлы результаты library'),
  ...(isUser
    ? [
        pageEntry('Моя подписка', paths.subscription, 'баланс токены тариф история subscription'),
        pageEntry('Профиль', paths.profile, 'аккаунт настройки имя пароль email почта память ссылки profile settings'),
        pageEntry('Покупка токенов', paths.tokenPurchase, 'пополнить купить оплата пакеты баланс')
      ]
    : []),
  ...legalLinks.map(({ title, path }) => pageEntry(title, path, 'документ правила договор'))
]

/** In the order of their groups. @param models all, with the prices in force */
export const entriesFor = (
  { pathname, isUser }: { pathname: string; isUser: boolean },
  models: readonly ShownModel[] = catalogueModels
): readonly Entry[] => [
  ...actions(pathname, isUser),
  ...toolEntries,
  ...models.filter(({ isOnSale }) => isOnSale).map(modelEntry),
  ...pages(isUser)
]
