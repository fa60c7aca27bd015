// The table of all errors: code, HTTP status, and the text for the user.

const errorTable = {
  BAD_REQUEST: [400, 'Запрос составлен неверно'],
  VALIDATION_FAILED: [400, 'Проверьте введённые данные'],
  INVALID_VERIFICATION_TOKEN: [400, 'Ссылка недействительна или истекла'],
  UNKNOWN_MODEL: [400, 'Такой модели нет'],
  MODEL_CANNOT_SEARCH: [400, 'Эта модель не ищет в интернете. Выключите поиск или выберите другую модель'],
  MODEL_SHOWS_NO_THINKING: [400, 'Эта модель не показывает размышления. Выключите их или выберите другую модель'],
  UNAUTHORIZED: [401, 'Необходимо войти в систему'],
  INVALID_CREDENTIALS: [401, 'Неверный email или пароль'],
  INVALID_REFRESH_TOKEN: [401, 'Сессия завершена. Войдите снова'],
  INSUFFICIENT_TOKENS: [402, 'Insufficient tokens'],
  EMAIL_NOT_VERIFIED: [403, 'Подтвердите email, чтобы войти'],
  MODEL_NOT_IN_PLAN: [403, 'Эта модель станет доступна после первой покупки токенов'],
  STORAGE_FULL: [
    403,
    'Место для чатов и работ закончилось. Удалите старые чаты и работы. Больше всего места даёт Premium'
  ],
  ACCOUNT_FROZEN: [403, 'Операции по счёту приостановлены. Напишите в поддержку'],
  FORBIDDEN_ORIGIN: [403, 'Запрос пришёл с чужого сайта'],
  BAD_LINK: [403, 'Ссылка на файл недействительна или истекла. Обновите страницу'],
  NOT_FOUND: [404, 'Не найдено'],
  MESSAGE_NOT_FOUND: [404, 'Такого сообщения в этом чате нет. Обновите страницу'],
  ATTACHMENT_NOT_FOUND: [404, 'Файл не найден или удалён. Приложите его ещё раз'],
  CONFLICT: [409, 'В этом состоянии так сделать нельзя'],
  FOLDERS_FULL: [409, 'Папок уже 100. Удалите ненужную, чтобы создать новую'],
  PINNED_FULL: [409, 'Закреплено уже 50 чатов. Открепите лишний'],
  NOTHING_TO_SHARE: [409, 'В чате пока нет сообщений'],
  TOO_MANY_SHARES: [409, 'Ссылок уже 100. Отзовите ненужные'],
  ATTACHMENT_NOT_READY: [409, 'Файл ещё не прочитан. Подождите немного или уберите его'],
  OPERATION_IN_PROGRESS: [409, 'Этот запрос уже выполняется'],
  JOB_RUNNING: [409, 'Работа ещё не закончена. Сначала отмените её'],
  JOB_CANCELLED: [409, 'Работа отменена. Токены не списаны'],
  TOO_MANY_ROLES: [409, 'Своих ролей может быть не больше 50. Удалите лишнюю'],
  EMAIL_ALREADY_VERIFIED: [409, 'Email уже подтверждён'],
  ATTACHMENT_LOST: [410, 'Приложенный файл не удалось прочитать. Токены не списаны. Приложите его ещё раз'],
  ANSWER_EXPIRED: [410, 'Ответ больше не хранится'],
  SHARE_TOO_LARGE: [413, 'Слишком длинный чат. Скачайте его файлом'],
  ZIP_TOO_LARGE: [413, 'В одном архиве может быть не больше 1 ГБ. Выберите меньше работ'],
  BODY_TOO_LARGE: [413, 'Слишком большой запрос'],
  ATTACHMENTS_TOO_LARGE: [413, 'Файлы слишком большие для одного запроса. Уберите часть файлов'],
  IDEMPOTENCY_MISMATCH: [422, 'Этот ключ уже использован для другого запроса'],
  PROOF_REQUIRED: [428, 'Сейчас слишком много обращений. Обновите страницу и попробуйте ещё раз'],
  RATE_LIMITED: [429, 'Слишком много запросов'],
  TOO_MANY_RUNNING: [429, 'Дождитесь окончания предыдущих ответов'],
  FAIR_USE_EXCEEDED: [
    429,
    'Дневной объём Premium исчерпан, он обновится в полночь по московскому времени. Токены не списаны'
  ],
  STORAGE_DAY_FULL: [429, 'За сутки сохранено слишком много текста. Продолжите позже. Больше всего места даёт Premium'],
  PROVIDER_BUSY: [429, 'Модель перегружена. Попробуйте немного позже'],
  INTERNAL: [500, 'Что-то пошло не так. Попробуйте ещё раз'],
  BAD_ENVIRONMENT: [500, 'Сервис настроен неверно'],
  PROVIDER_FAILED: [502, 'Модель не смогла ответить. Токены не списаны'],
  PROVIDER_REFUSED: [422, 'Модель отказалась отвечать на этот запрос. Токены не списаны'],
  EMPTY_ANSWER: [502, 'Модель вернула пустой ответ. Токены не списаны'],
  PAYMENT_FAILED: [502, 'Ошибка создания платежа'],
  PAYMENT_DELAYED: [503, 'Платёжная система пока не отвечает. Деньги не списаны, заказ сохранён. Попробуйте ещё раз'],
  JOB_NOT_SUBMITTED: [503, 'Не удалось принять работу, токены не списаны. Отправьте её ещё раз'],
  ANSWER_INTERRUPTED: [503, 'Ответ прервался по нашей вине. Токены не списаны'],
  UNAVAILABLE: [503, 'Сервис временно недоступен. Попробуйте позже']
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof errorTable

export const statusOf = (code: ErrorCode) => errorTable[code][0]
export const textOf = (code: ErrorCode): string => errorTable[code][1]
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorTable, value)
