// What is said of a project: how much of its files a question sends, and what an answer has read.
import { counted, type WordForms } from '#contract/counted.ts'
import type { Project, ReadPlace } from '#contract/projects.ts'
import { formatTokens } from '../../base/format/tokens.ts'

const fileForms: WordForms = ['файл', 'файла', 'файлов']
const placeForms: WordForms = ['место', 'места', 'мест']

export const filesWord = (count: number): string => counted(count, fileForms)

const countIn = ({ files }: Pick<Project, 'files'>, wanted: Project['files'][number]['state']) =>
  files.filter(({ state }) => state === wanted).length

/** What the user pays for the files of a question. @param costOf what they pay for so many tokens: nothing where a plan covers them */
const addedText = (tokens: number, costOf: (tokens: number) => number): string =>
  costOf(tokens) === 0 && tokens > 0 ? 'по подписке без доплаты' : `+${formatTokens(costOf(tokens))} к вопросу`

/** What a question to the model that was asked about sends. */
export function sendingText(project: Project, costOf: (tokens: number) => number): string {
  const { files, sending } = project
  const added = addedText(sending.tokens, costOf)
  switch (sending.kind) {
    case 'all':
      return `Файлы проекта отправляются целиком: ${added}`
    case 'passages':
      return `Файлы не помещаются целиком: модель получает подходящие отрывки, ${added}`
    case 'none':
      if (files.length === 0) return 'Файлов нет'
      return countIn(project, 'ready') > 0
        ? 'Файлы не помещаются в эту модель: с вопросом они не отправляются'
        : `Прочитанных файлов ${countIn(project, 'waiting') > 0 ? 'пока ' : ''}нет: с вопросом ничего не отправляется`
    default:
      return sending.kind satisfies never
  }
}

/** The same in a line at the composer, after the name. Empty: the project has an instruction alone. */
export function shortSending(project: Project, costOf: (tokens: number) => number): string {
  const { files, sending } = project
  if (files.length === 0) return 'инструкция'
  const ready = countIn(project, 'ready')
  const waiting = countIn(project, 'waiting')
  const failed = countIn(project, 'failed')
  const rest = `${waiting > 0 ? `, ещё не прочитано: ${waiting}` : ''}${failed > 0 ? `, не удалось прочитать: ${failed}` : ''}`
  if (sending.kind === 'none')
    return `${filesWord(files.length)}, ${ready > 0 ? 'для этой модели слишком много' : `${waiting > 0 ? 'пока ' : ''}ничего не отправляется`}`
  const how = sending.kind === 'all' ? 'целиком' : 'отрывками'
  return `${filesWord(ready)}, ${how}${rest}, ${addedText(sending.tokens, costOf)}`
}

export const hasSomething = ({ files, instruction }: Project): boolean => files.length > 0 || instruction !== ''

const isPassage = ({ start }: ReadPlace): boolean => start !== undefined

/** So many names are told. */
const namedMax = 2

/** `Прочитано: 3 места`, or which files were read as a whole. */
export function readText(places: readonly ReadPlace[]): string {
  const passages = places.filter(isPassage).length
  const whole = places.filter((place) => !isPassage(place))
  if (whole.length === 0) return `Прочитано: ${counted(passages, placeForms)}`
  if (passages > 0) return `Прочитано: ${counted(passages, placeForms)} и ${filesWord(whole.length)} целиком`
  const named = whole.slice(0, namedMax).map(({ name }) => name)
  const rest = whole.length - named.length
  const names = named.join(', ') + (rest > 0 ? ` и ещё ${filesWord(rest)}` : '')
  return `${whole.length === 1 ? 'Прочитан целиком' : 'Прочитаны целиком'}: ${names}`
}

/** `договор-2.pdf, стр. 3` */
export const placeText = ({ name, page }: Pick<ReadPlace, 'name' | 'page'>): string =>
  page === null ? name : `${name}, стр. ${page}`
