import type { FaultRow } from './faults.ts'

const SAME_KEY = 'Сказать, что платёжная система не отвечает; повтор с тем же ключом, второго платежа нет.'

/** The faults that YooKassa can simulate. A fault stays set until a call of its kind arrives. */
export const PAYMENT_FAULTS = [
  {
    name: 'payment-down',
    word: '',
    does: 'Создание платежа: статус 500, платежа нет.',
    expected: SAME_KEY
  },
  {
    name: 'payment-lost',
    word: '',
    does: 'Создание платежа: платёж создан, но ответ — статус 500.',
    expected: SAME_KEY
  },
  {
    name: 'payment-silence',
    word: '',
    does: 'Создание платежа: платёж создан, ответа нет, пока клиент не уйдёт.',
    expected: SAME_KEY
  },
  {
    name: 'payment-limit',
    word: '',
    does: 'Создание платежа: статус 429.',
    expected: SAME_KEY
  },
  {
    name: 'payment-rejected',
    word: '',
    does: 'Создание платежа: статус 400, так не получится никогда.',
    expected: 'Сказать об ошибке создания платежа; новая попытка — новый заказ.'
  },
  {
    name: 'check-down',
    word: '',
    does: 'Чтение платежа или списка: статус 500.',
    expected: 'Показывать «проверяем оплату», не ошибку; уведомление принять позже.'
  },
  {
    name: 'receipt-down',
    word: '',
    does: 'Второй чек: статус 500, чека нет.',
    expected: 'Повтор с тем же ключом, чек один.'
  },
  {
    name: 'receipt-lost',
    word: '',
    does: 'Второй чек: создан, но ответ — статус 500.',
    expected: 'Найти созданный чек, второго нет.'
  },
  {
    name: 'receipt-rejected',
    word: '',
    does: 'Второй чек: статус 400.',
    expected: 'Тревога оператору; новая попытка через неделю.'
  },
  {
    name: 'refund-lost',
    word: '',
    does: 'Возврат: деньги возвращены, но ответ — статус 500.',
    expected: 'Повтор с тем же ключом, второго возврата нет; токены списать один раз.'
  },
  {
    name: 'refund-pending',
    word: '',
    does: 'Возврат: принят, деньги вернутся позже; конец задаёт команда refund.',
    expected: 'Токены списать, когда деньги вернулись.'
  }
] as const satisfies readonly FaultRow[]

export type PaymentFault = (typeof PAYMENT_FAULTS)[number]['name']

/** Whether a shop may save payment methods. `off`: payments succeed, nothing is saved. `refused`: status 403. */
export const SAVING_MODES = ['on', 'off', 'refused'] as const
export type SavingMode = (typeof SAVING_MODES)[number]

/** When notifications are sent; `never` simulates a lost one. */
export const NOTIFICATION_MODES = ['on-time', 'late', 'twice', 'never'] as const
export type NotificationMode = (typeof NOTIFICATION_MODES)[number]
