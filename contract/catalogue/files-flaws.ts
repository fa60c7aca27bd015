// Messages about files that cannot go with one question. In a file of its own, because every chat page loads the rule.
import { type FilesFlaw, questionLimits } from './attachments.ts'

const megabytes = questionLimits.pictureBytesMax / 1024 / 1024

export const filesFlawTexts: Readonly<Record<FilesFlaw, string>> = {
  count: `К одному запросу можно приложить не больше ${questionLimits.files} файлов`,
  pictures: `Картинки слишком большие: все вместе — не больше ${megabytes} МБ`,
  text: 'В файлах слишком много текста для одного запроса. Уберите часть файлов'
}
