// Why a job ended without a result, in texts for the user. A provider's own message is never shown: it may be in
// another language, quote the prompt or reveal details of our account.

export const jobFailures = {
  MODERATED: 'Запрос отклонён правилами безопасности модели. Измените описание или изображение. Токены не списаны',
  REJECTED: 'Модель не приняла такой запрос. Измените настройки или файл. Токены не списаны',
  PROVIDER_BUSY: 'Модель перегружена. Попробуйте немного позже. Токены не списаны',
  PROVIDER_UNAVAILABLE: 'Модель временно недоступна. Токены не списаны',
  PROVIDER_FAILED: 'Модель не смогла выполнить запрос. Попробуйте ещё раз. Токены не списаны',
  RESULT_LOST: 'Результат не удалось получить: ссылка поставщика больше не действует. Токены не списаны',
  RESULT_BROKEN: 'Модель вернула повреждённый файл. Попробуйте ещё раз. Токены не списаны',
  RESULT_TOO_LARGE:
    'Модель вернула слишком большой файл: его нельзя сохранить. Возьмите исходный файл или размер поменьше. Токены не списаны',
  SOURCE_GONE:
    'Midjourney больше не хранит исходную картинку, поэтому изменить её нельзя. Создайте новую. Токены не списаны',
  OUTCOME_UNKNOWN: 'Поставщик не сообщил, чем всё закончилось. Токены не списаны',
  TOO_SLOW: 'Модель не успела за отведённое время. Токены не списаны. Если результат придёт, он сохранится бесплатно',
  QUEUE_TOO_LONG: 'Очередь слишком длинная, работа не началась. Токены не списаны',
  TRANSLATION_FAILED:
    'Модель понимает только английский, а перевести описание не удалось. Попробуйте ещё раз или напишите по-английски. Токены не списаны',
  INTERNAL: 'Работа прервалась по нашей вине. Токены не списаны'
} as const

export type JobFailureCode = keyof typeof jobFailures

export const isJobFailureCode = (value: unknown): value is JobFailureCode =>
  typeof value === 'string' && Object.hasOwn(jobFailures, value)
