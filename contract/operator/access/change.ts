// What every change by an operator carries, and the lines that record it.
import { z } from 'zod'
import { operationId } from '../../validation.ts'

/** The operator who acts: a short name, never an address. It is written to the log, like the reason. */
export const operatorName = z.string().regex(/^[A-Za-z0-9._-]{2,40}$/, 'Назовите оператора коротким именем латиницей')

const reason = z
  .string()
  .trim()
  .min(5, 'Напишите причину')
  .max(300, 'Причина слишком длинная')
  .regex(/^[^@\p{Cc}]*$/u, 'Причина попадает в журнал: без адресов почты и переносов строк')

/** `operator` may be left out in the console, which knows the operator; naming another one is refused there. */
export const change = { operator: operatorName.optional(), reason, idempotency_key: operationId }

/** Why an operator reads the texts of a user. */
export const readingReason = reason

export const subjectId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Такого id не бывает')

export const operatorAction = z.object({
  /** `begun` without `done`: interrupted, or refused; the same call may be repeated. `read`: an operator has read data of a user. */
  phase: z.enum(['begun', 'done', 'read']),
  at: z.number(),
  operator: z.string(),
  action: z.string(),
  reason: z.string(),
  /** Before the change (`begun`) or after it (`done`). */
  facts: z.record(z.string(), z.unknown())
})
export type OperatorAction = z.infer<typeof operatorAction>

/** The console's text for each action of the record. */
export const operatorActionNames = {
  'payment-credit': 'Платёж зачислен',
  'payment-refund': 'Платёж возвращён',
  'payment-dismiss': 'Платёж закрыт без действия',
  'money-refund': 'Деньги возвращены',
  'premium-cancel': 'Продление Premium остановлено',
  'premium-extend': 'Premium продлён',
  'month-close': 'Месяц закрыт',
  'money-read': 'Выгружены платежи месяца',
  'wallet-thaw': 'Кошелёк разморожен',
  'wallet-correct': 'Баланс исправлен',
  'alarm-resolve': 'Тревога закрыта',
  'person-find': 'Человек найден',
  'person-miss': 'Искали человека и не нашли',
  'payment-read': 'Открыт платёж',
  'payments-read': 'Открыты платежи человека',
  'payments-list': 'Открыт список платежей',
  'premium-read': 'Открыт Premium человека',
  'wallet-read': 'Открыт кошелёк',
  'debts-read': 'Открыты долги',
  'redos-read': 'Открыты жалобы на работы',
  'books-read': 'Открыта книга человека',
  'person-read': 'Открыта карточка человека',
  'sessions-end': 'Сессии завершены',
  'api-key-end': 'Ключ API отозван',
  'person-block': 'Аккаунт заблокирован',
  'person-unblock': 'Аккаунт разблокирован',
  'second-step-lift': 'Второй шаг снят',
  'erasure-begin': 'Запрошено удаление аккаунта',
  'erasure-end': 'Удаление аккаунта отменено',
  'mail-resend': 'Письмо отправлено ещё раз',
  'tokens-change': 'Токены начислены или списаны',
  'value-agree': 'Запрос подтверждён',
  'value-decline': 'Запрос отклонён',
  'texts-read': 'Прочитан список чатов',
  'chat-read': 'Прочитан чат',
  'work-read': 'Просмотрена работа',
  'role-grant': 'Роль дана',
  'role-end': 'Роль снята',
  'factor-reset': 'Второй фактор сброшен',
  'console-enter': 'Вход в консоль',
  'job-read': 'Открыта работа',
  'job-retry': 'Работа отправлена ещё раз',
  'job-cancel': 'Работа отменена',
  'job-release': 'Работа завершена с возвратом',
  'service-off': 'Сервис выключен',
  'service-on': 'Сервис включён',
  'dead-letter-retry': 'Сообщение отправлено ещё раз',
  'dead-letter-close': 'Сообщение закрыто',
  'price-set': 'Цена назначена',
  'upstream-set': 'Модель поставщика назначена',
  'price-cancel': 'Изменение цены отменено',
  'supplier-add': 'Поставщик добавлен',
  'supplier-change': 'Поставщик изменён',
  'supplier-on': 'Поставщик включён',
  'supplier-off': 'Поставщик выключен',
  'model-set': 'Модель назначена',
  'model-off': 'Модель снимается с продажи',
  'model-drop': 'Правки модели убираются',
  'model-cancel': 'Изменение модели отменено',
  'work-set': 'Назначено, кто делает работы',
  'work-cancel': 'Изменение того, кто делает работы, отменено',
  'promo-add': 'Промокод выпущен',
  'promo-end': 'Промокод остановлен',
  'invitations-begin': 'Приглашения начаты',
  'invitations-end': 'Приглашения остановлены',
  'announcement-add': 'Объявление опубликовано',
  'announcement-end': 'Объявление снято',
  'backup-read': 'Снята резервная копия',
  'backup-restore': 'Восстановлено из копии',
  'record-read': 'Выгружен журнал операторов'
} as const
export type OperatorActionName = keyof typeof operatorActionNames
