// What users are told of files that cannot go with one question. Apart from the rule, which every page of a chat loads.
import { type FilesFlaw, questionLimits } from './attachments.ts'

const megabytes = questionLimits.pictureBytesMax / 1024 / 1024

export const filesFlawTexts: Readonly<Record<FilesFlaw, string>> = {
  count: `К одному запросу можно приложить не больше ${questionLimits.files} файлов`,
  pictures: `Картинки слишком большие: все вместе — не больше ${megabytes} МБ`,
  text: 'В файлах слишком много текста для одного запроса. Уберите часть файлов'
}
