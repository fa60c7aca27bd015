import type { FaultRow } from '../faults.ts'

const NOT_CHARGED = 'Понятная причина по-русски, токены возвращены.'
const ASKED_AGAIN = 'Не отправлять второй раз: «Выясняем», до срока спрашивать поставщика, потом вернуть токены.'

/** The faults that the picture, video and voice upstreams can simulate; one list for all of them. */
export const MEDIA_FAULTS = [
  {
    name: 'moderation',
    word: '[сбой:модерация]',
    does: 'Запрос отклонён правилами безопасности сразу.',
    expected: `Сказать, что отклонено правилами модели. ${NOT_CHARGED}`
  },
  {
    name: 'moderation-later',
    word: '[сбой:модерация-позже]',
    does: 'Запрос принят, отклонён результат: задание кончается отказом, у отвечающих сразу отказ приходит после работы.',
    expected: `Сказать, что отклонено правилами модели. ${NOT_CHARGED}`
  },
  {
    name: 'rate-limit',
    word: '[сбой:429]',
    does: 'Статус 429: слишком много запросов.',
    expected: 'Подождать и отправить снова; если так и не принято, вернуть токены.'
  },
  {
    name: 'quota',
    word: '[сбой:квота]',
    does: 'У владельца сайта кончились деньги у поставщика.',
    expected: `Не повторять, сказать, что модель временно недоступна. ${NOT_CHARGED} Выключить поставщика на десять минут и позвать человека.`
  },
  {
    name: 'server-error',
    word: '[сбой:500]',
    does: 'Статус 500 на отправку.',
    expected: `${ASKED_AGAIN} У отвечающих сразу другого пути к результату нет: вернуть токены сразу.`
  },
  {
    name: 'overloaded',
    word: '[сбой:перегрузка]',
    does: 'Статус 503: работа не принята.',
    expected: 'Подождать и отправить снова; если так и не принято, вернуть токены.'
  },
  {
    name: 'cut',
    word: '[сбой:обрыв]',
    does: 'Работа принята, но сокет уничтожается до ответа.',
    expected: ASKED_AGAIN
  },
  {
    name: 'silence',
    word: '[сбой:молчание]',
    does: 'Работа принята, но ответа нет, пока клиент не уйдёт.',
    expected: ASKED_AGAIN
  },
  {
    name: 'task-failed',
    word: '[сбой:ошибка-задания]',
    does: 'Задание принято и кончается ошибкой поставщика; у отвечающих сразу статус 500 после работы.',
    expected: NOT_CHARGED
  },
  {
    name: 'endless',
    word: '[сбой:вечно]',
    does: 'Задание не кончается никогда; отвечающие сразу молчат.',
    expected: 'Ждать до срока, потом вернуть токены.'
  },
  {
    name: 'late',
    word: '[сбой:поздно]',
    does: 'Результат через час (делится на скорость).',
    expected: 'В срок вернуть токены, а пришедшее позже сохранить бесплатно.'
  },
  {
    name: 'status-errors',
    word: '[сбой:опрос]',
    does: 'Первые три вопроса о состоянии задания получают статус 500; отвечающих сразу не касается.',
    expected: 'Ошибка опроса не ошибка задания: спросить снова, результат получить.'
  },
  {
    name: 'lost',
    word: '[сбой:пропало]',
    does: 'Задание принято, но на вопрос о нём поставщик отвечает, что такого нет; отвечающих сразу не касается.',
    expected: NOT_CHARGED
  },
  {
    name: 'expired-link',
    word: '[сбой:ссылка-истекла]',
    does: 'Работа успешна, но адрес результата уже не действует; отвечающих файлом не касается.',
    expected: `Сказать, что результат не удалось получить. ${NOT_CHARGED}`
  },
  {
    name: 'html',
    word: '[сбой:html]',
    does: 'Вместо файла статус 200 и страница HTML; у отвечающих в JSON вместо ответа.',
    expected: NOT_CHARGED
  },
  {
    name: 'empty',
    word: '[сбой:пусто]',
    does: 'Файл в 0 байт.',
    expected: NOT_CHARGED
  },
  {
    name: 'no-result',
    word: '[сбой:без-ссылки]',
    does: 'Успех, в котором нет результата.',
    expected: NOT_CHARGED
  },
  {
    name: 'wrong-type',
    word: '[сбой:не-тот-тип]',
    does: 'Вместо картинки, видео или звука приходит PDF.',
    expected: NOT_CHARGED
  },
  {
    name: 'broken-file',
    word: '[сбой:битый-файл]',
    does: 'От файла пришла только первая половина.',
    expected: NOT_CHARGED
  }
] as const satisfies readonly FaultRow[]

export type MediaFault = (typeof MEDIA_FAULTS)[number]['name']

/** By its name (`cut`) or its word, with or without the brackets (`обрыв`); undefined when there is none. */
export function mediaFaultNamed(text: string): MediaFault | undefined {
  const wanted = text.trim().toLowerCase()
  return MEDIA_FAULTS.find(({ name, word }) => [name, word, word.slice(6, -1)].includes(wanted))?.name
}
