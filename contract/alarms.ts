// What operators read of an alarm: a title for the console, the operator's first step, and a place in the console. docs/runbook.md has a
// section for each.
import type { AlarmKind } from './alarm-kinds.ts'

/** The room of the console in which the alarm's subject is found. */
type Room = 'system' | 'services' | 'dead-letters' | 'people' | 'payments' | 'alarms'

interface AlarmDescription {
  title: string
  todo: string
  room: Room
}

export const alarmDescriptions = {
  'wallet-frozen': {
    title: 'Кошелёк заморожен',
    todo: 'Откройте кошелёк, сравните счёт с журналом, исправьте и разморозьте.',
    room: 'people'
  },
  'payment-review': {
    title: 'Платёж не совпал с заказом',
    todo: 'Сравните платёж с заказом у ЮKassa и решите: зачислить, вернуть или закрыть.',
    room: 'payments'
  },
  'payment-missing': {
    title: 'ЮKassa не знает платёж',
    todo: 'Найдите платёж в кабинете ЮKassa и проверьте, тот ли магазин в настройках.',
    room: 'payments'
  },
  'payment-without-order': {
    title: 'Оплата без заказа',
    todo: 'Найдите платёж в кабинете ЮKassa: деньги пришли, а заказа у нас нет. Верните их или зачислите.',
    room: 'people'
  },
  'receipt-not-registered': {
    title: 'Чек не зарегистрирован',
    todo: 'Откройте платёж и найдите причину в кабинете ЮKassa. Чек пробейте ещё раз или отправьте чек коррекции.',
    room: 'payments'
  },
  'shop-refused': {
    title: 'ЮKassa не принимает запросы',
    todo: 'Проверьте ключ и права магазина в кабинете ЮKassa. Чеки отправятся сами.',
    room: 'alarms'
  },
  'refund-missed': {
    title: 'О возврате не пришло уведомление',
    todo: 'Токены уже списываются. Проверьте адрес и события уведомлений в кабинете ЮKassa.',
    room: 'payments'
  },
  'refund-not-made': {
    title: 'Возврат не сделан',
    todo: 'Посмотрите причину в кабинете ЮKassa и закажите возврат заново.',
    room: 'payments'
  },
  'provider-unpaid': {
    title: 'У поставщика кончились деньги',
    todo: 'Пополните счёт у поставщика. Сервис вернётся сам через десять минут.',
    room: 'services'
  },
  'provider-down': {
    title: 'Сервис не работает',
    todo: 'Посмотрите ошибки поставщика и его страницу состояния. Если сбой долгий, выключите сервис.',
    room: 'services'
  },
  'job-without-reservation': {
    title: 'Работа без резерва токенов',
    todo: 'Сравните журнал кошелька с работой: за неё ничего не было отложено.',
    room: 'people'
  },
  'job-dead': {
    title: 'Сообщение о работе умерло',
    todo: 'Откройте мёртвые сообщения: на каком шаге остановилась работа. Токены уже возвращены или работа продолжается.',
    room: 'dead-letters'
  },
  'duty-dead': {
    title: 'Сообщение обязанности умерло',
    todo: 'Посмотрите журнал вызовов. Если строка умирает снова, её надо исправить.',
    room: 'dead-letters'
  },
  'message-unreadable': {
    title: 'Сообщение очереди не прочитано',
    todo: 'Откройте мёртвые сообщения: обычно их послала другая версия. Если её откатили, закройте сообщения.',
    room: 'dead-letters'
  },
  'duty-behind': {
    title: 'Обязанность не выполняется',
    todo: 'Посмотрите часы и строки cron-failed: что мешает, ошибка или очередь.',
    room: 'system'
  },
  'clock-late': {
    title: 'Часы стоят',
    todo: 'Проверьте расписание воркера в Cloudflare. Пока оно стоит, вызывайте POST /api/operator/cron раз в минуту.',
    room: 'system'
  },
  'reconciliation-late': {
    title: 'Ночная сверка не закончилась',
    todo: 'Посмотрите сверку и строки cron-failed.',
    room: 'system'
  },
  'reconciliation-difference': {
    title: 'Сверка нашла расхождение',
    todo: 'Откройте сверку и то, что названо в расхождении.',
    room: 'system'
  },
  'reconciliation-differences': {
    title: 'Сверка нашла много расхождений',
    todo: 'Откройте сверку: все расхождения там. Начните с самого частого вида.',
    room: 'system'
  },
  'database-large': {
    title: 'База данных заполняется',
    todo: 'Закройте базу для новых счетов и откройте следующую, пока есть место.',
    room: 'system'
  },
  'bucket-large': {
    title: 'Хранилище файлов заполняется',
    todo: 'Посмотрите, что занимает место, и поднимите LIMIT_MEDIA_GIGABYTES или сократите сроки хранения.',
    room: 'system'
  },
  'passwords-sprayed': {
    title: 'Подбирают пароли',
    todo: 'Посмотрите, растут ли отказы. Если да, закройте /api/auth/login правилом WAF в Cloudflare для сетей, откуда они идут.',
    room: 'alarms'
  },
  'role-granted': {
    title: 'Дана роль оператора',
    todo: 'Проверьте, что это за человек. Если никто его не знает, снимите роль в «Команде»: через 72 часа он сможет подтверждать запросы.',
    room: 'people'
  },
  'factor-reset': {
    title: 'Сброшен второй фактор оператора',
    todo: 'Спросите оператора голосом, просил ли он об этом. Если нет, снимите роль в разделе «Команда».',
    room: 'people'
  },
  'csp-reports': {
    title: 'Браузеры сообщают о чужих сценариях',
    todo: 'Посмотрите, какая директива нарушена. Если это наша страница, откатите выпуск.',
    room: 'alarms'
  },
  'backup-late': {
    title: 'Резервной копии давно нет',
    todo: 'Посмотрите последние ночи и обязанность «Копия кошельков» (wallet-backup): что ей мешает.',
    room: 'system'
  },
  'backup-user-failed': {
    title: 'Пользователь не попал в резервную копию',
    todo: 'Следующая ночь попробует снова. Если повторяется, откройте кошелёк и найдите ошибку в строках backup-wallet-failed.',
    room: 'people'
  },
  'wallet-not-restored': {
    title: 'Кошелёк не восстановлен',
    todo: 'Повторите восстановление этого кошелька и сравните контрольную сумму.',
    room: 'people'
  }
} as const satisfies Record<AlarmKind, AlarmDescription>

/** What an alarm is about. */
export interface AlarmSubject {
  kind: AlarmKind
  /** The id of what the alarm's link opens. */
  subject: string
  /** Null where no user is known. */
  userId: string | null
}

/** Where an operator begins when the alarm belongs to no known user. */
const withoutUser = { 'payment-without-order': 'payments', 'backup-user-failed': 'system' } as const satisfies Partial<
  Record<AlarmKind, Room>
>

/** Where the console lists all alarms. */
export const alarmsPath = '/operator/#/alarms'

/** Where the console shows what an alarm is about, from the root of the site. */
export function alarmPathOf({ kind, subject, userId }: AlarmSubject): string {
  const { room } = alarmDescriptions[kind]
  if (room === 'alarms') return `${alarmsPath}?kind=${kind}`
  if (room === 'payments') return `/operator/#/payments/${encodeURIComponent(subject)}`
  if (room !== 'people') return `/operator/#/${room}`
  if (userId !== null) return `/operator/#/${room}/${encodeURIComponent(userId)}`
  return kind in withoutUser ? `/operator/#/${withoutUser[kind as keyof typeof withoutUser]}` : alarmsPath
}
