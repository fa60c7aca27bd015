// What the server's codes are called on a person's card.
import type { Outcome } from '#contract/operation-outcomes.ts'
import type { FoundPerson, PersonCard } from '#contract/operator/people/people.ts'

const of = (names: Record<string, string>) => (code: string) => names[code] ?? code

export const foundBy: Record<FoundPerson['by'], string> = {
  email: 'по почте',
  user: 'по id',
  payment: 'по платежу',
  job: 'по работе',
  operation: 'по операции',
  alarm: 'по тревоге'
}

export const planNames: Record<NonNullable<PersonCard['account']>['plan'], string> = {
  free: 'бесплатный',
  paid: 'с покупками',
  premium: 'Premium'
}

export const premiumState = of({
  active: 'продлевается',
  cancelled: 'без продления',
  'past-due': 'списание не прошло, пробуем ещё',
  ended: 'закончился'
})

export const documentName = of({ offer: 'Оферта', 'personal-data': 'Обработка персональных данных' })

export const mailName = of({
  begun: 'Premium подключён',
  reminder: 'Напоминание о списании',
  renewed: 'Premium продлён',
  declined: 'Оплата Premium не прошла',
  ended: 'Premium закончился',
  refund: 'Деньги возвращены',
  credit: 'Оплата зачислена',
  dismissed: 'Платёж закрыт',
  ready: 'Работа готова',
  budget: 'Лимит расходов',
  erasure: 'Аккаунт будет удалён'
})

export const paymentState = of({
  created: 'создан',
  pending: 'ждёт оплаты',
  succeeded: 'оплачен',
  canceled: 'отменён',
  refunded: 'возвращён',
  review: 'на проверке'
})

export const jobState = of({
  queued: 'в очереди',
  running: 'выполняется',
  checking: 'выясняем',
  completed: 'готова',
  failed: 'не получилась',
  cancelled: 'отменена'
})

const outcomeNames: Record<Outcome, string> = {
  reserved: 'выполняется',
  credited: 'начислено',
  debited: 'списано',
  corrected: 'исправлено',
  metered: 'списано за вызовы',
  delivered: 'сделано',
  complete: 'сделано',
  truncated: 'сделано, до предельной длины',
  stopped: 'остановлено',
  interrupted: 'прервалось у нас',
  failed: 'не получилось',
  refused: 'модель отказалась',
  late: 'пришло позже срока',
  unknown: 'итог неизвестен',
  expired: 'срок вышел',
  cancelled: 'отменено',
  'not-begun': 'не началось'
}

export const outcomeName = of(outcomeNames)

export const rateNames: Record<PersonCard['limits']['rates'][number]['what'], string> = {
  reads: 'чтений',
  answers: 'ответов',
  images: 'картинок',
  edits: 'правок картинок',
  voice: 'озвучек',
  video: 'видео',
  transcriptions: 'расшифровок',
  purchases: 'покупок',
  mails: 'писем на адрес'
}
