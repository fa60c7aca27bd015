// What an operation of a wallet is for: a kind and its facts, which the journal keeps for as long as the account exists, and the
// words, which are made when a person reads them. Kinds and their facts never change: journals have them, and a movement that is
// sent again must have the same.
import type { StudioKind } from './catalogue/entry.ts'
import { tools } from './catalogue/menu.ts'
import type { PictureChangeKind } from './catalogue/midjourney-actions.ts'
import { counted } from './counted.ts'
import { pathOfService } from './catalogue/service-paths.ts'

export type OperationAction =
  | { kind: 'answer' | 'prompt-help' | StudioKind | PictureChangeKind }
  /** A tab of calls of the API. */
  | { kind: 'api' }
  | { kind: 'purchase' | 'refund'; packageId: string }
  | { kind: 'signup-bonus' | 'invited-bonus' | 'inviter-reward' | 'inviter-reward-back' }
  | { kind: 'promo'; code: string }
  | { kind: 'job-return'; service: string }
  /** `by`: the operator who asked for it. */
  | { kind: 'support-credit' | 'support-debit'; by: string }
  /** `reason`: as the operator typed it. */
  | { kind: 'correction'; reason: string }

const texts: Record<Exclude<OperationAction['kind'], 'promo' | 'job-return'>, string> = {
  answer: 'Ответ в чате',
  api: 'Запросы через API',
  'prompt-help': 'Помощь с описанием',
  image: 'Генерация изображения',
  'image-tool': 'Обработка изображения',
  video: 'Генерация видео',
  audio: 'Озвучивание текста',
  upscaling: 'Увеличение изображения',
  variation: 'Вариации изображения',
  outpainting: 'Расширение изображения',
  purchase: 'Покупка токенов',
  refund: 'Возврат покупки',
  'signup-bonus': 'Бонус за регистрацию',
  'invited-bonus': 'Бонус по приглашению',
  'inviter-reward': 'Бонус за приглашённого друга',
  'inviter-reward-back': 'Возврат бонуса за приглашённого друга',
  'support-credit': 'Начисление от поддержки',
  'support-debit': 'Списание поддержкой',
  correction: 'Исправление баланса'
}

const requests = (count: number): string => counted(count, ['запрос', 'запроса', 'запросов'])

/** For the user's history, so without what is for operators only. @param attempts as the history has them: how often a supplier was called */
export function actionText(action: OperationAction, attempts = 0): string {
  if (action.kind === 'api' && attempts > 0) return `API: ${requests(attempts)}`
  if (action.kind === 'promo') return `Промокод ${action.code}`
  if (action.kind !== 'job-return') return texts[action.kind]
  const path = pathOfService(action.service)
  return `Возврат за работу: ${path ? tools[path].title : action.service}`
}
