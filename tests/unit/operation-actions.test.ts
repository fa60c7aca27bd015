import { expect, test } from 'vitest'
import { actionText, type OperationAction } from '#contract/operation-actions.ts'
import { studioKinds } from '#contract/catalogue/entry.ts'
import { midjourneyActionNames, midjourneyActions } from '#contract/catalogue/midjourney-actions.ts'

test.each<[OperationAction, string]>([
  [{ kind: 'answer' }, 'Ответ в чате'],
  [{ kind: 'prompt-help' }, 'Помощь с описанием'],
  [{ kind: 'api' }, 'Запросы через API'],
  [{ kind: 'purchase', packageId: 'p500' }, 'Покупка токенов'],
  [{ kind: 'refund', packageId: 'p500' }, 'Возврат покупки'],
  [{ kind: 'signup-bonus' }, 'Бонус за регистрацию'],
  [{ kind: 'invited-bonus' }, 'Бонус по приглашению'],
  [{ kind: 'inviter-reward' }, 'Бонус за приглашённого друга'],
  [{ kind: 'inviter-reward-back' }, 'Возврат бонуса за приглашённого друга'],
  [{ kind: 'promo', code: 'SPRING' }, 'Промокод SPRING'],
  [{ kind: 'job-return', service: 'dalle' }, 'Возврат за работу: DALL-E 3'],
  [{ kind: 'job-return', service: 'no-longer-offered' }, 'Возврат за работу: no-longer-offered'],
  [{ kind: 'support-credit', by: 'oleg' }, 'Начисление от поддержки'],
  [{ kind: 'support-debit', by: 'oleg' }, 'Списание поддержкой'],
  [{ kind: 'correction', reason: 'Сверено с копией' }, 'Исправление баланса']
])('%j is told as «%s»', (action, text) => {
  expect(actionText(action)).toBe(text)
})

test.each([
  [1, 'API: 1 запрос'],
  [37, 'API: 37 запросов'],
  [102, 'API: 102 запроса']
])('a tab of %i calls is told as «%s»', (attempts, text) => {
  expect(actionText({ kind: 'api' }, attempts)).toBe(text)
})

test('a job is told by what it makes', () => {
  expect(studioKinds.map((kind) => [kind, actionText({ kind })])).toEqual([
    ['image', 'Генерация изображения'],
    ['image-tool', 'Обработка изображения'],
    ['video', 'Генерация видео'],
    ['audio', 'Озвучивание текста']
  ])
})

test('a change of a picture is told by what becomes of it', () => {
  const told = midjourneyActionNames.map((name) => [name, actionText({ kind: midjourneyActions[name].history })])
  expect(Object.fromEntries(told)).toEqual({
    upscale: 'Увеличение изображения',
    variation: 'Вариации изображения',
    'vary-strong': 'Вариации изображения',
    'vary-subtle': 'Вариации изображения',
    'zoom-out-1.5': 'Расширение изображения',
    'zoom-out-2': 'Расширение изображения',
    'pan-left': 'Расширение изображения',
    'pan-right': 'Расширение изображения',
    'pan-up': 'Расширение изображения',
    'pan-down': 'Расширение изображения'
  })
})
