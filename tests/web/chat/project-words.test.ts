import { describe, expect, test } from 'vitest'
import type { Project, ReadPlace } from '#contract/projects.ts'
import { linesOf } from '#web/src/chat/projects/file-lines.ts'
import { placeText, readText, sendingText, shortSending } from '#web/src/chat/projects/project-words.ts'
import { attachmentOf } from './fake-upload.ts'

const projectOf = (states: ('waiting' | 'ready' | 'failed')[], sending: Project['sending']): Project => ({
  folderId: 1,
  instruction: '',
  memory: true,
  files: states.map((state) => attachmentOf({ state })),
  room: { bytes: 0, bytesMax: 1 },
  sending
})

const paid = (tokens: number) => tokens
const covered = () => 0

describe('what a question sends', () => {
  test.each([
    [projectOf([], { kind: 'none', tokens: 0 }), 'Файлов нет'],
    [
      projectOf(['waiting'], { kind: 'none', tokens: 0 }),
      'Прочитанных файлов пока нет: с вопросом ничего не отправляется'
    ],
    [projectOf(['failed'], { kind: 'none', tokens: 0 }), 'Прочитанных файлов нет: с вопросом ничего не отправляется'],
    [
      projectOf(['ready'], { kind: 'none', tokens: 0 }),
      'Файлы не помещаются в эту модель: с вопросом они не отправляются'
    ],
    [projectOf(['ready'], { kind: 'all', tokens: 1 }), 'Файлы проекта отправляются целиком: +1 токен к вопросу'],
    [
      projectOf(['ready'], { kind: 'passages', tokens: 22 }),
      'Файлы не помещаются целиком: модель получает подходящие отрывки, +22 токена к вопросу'
    ]
  ])('is said before', (project, text) => expect(sendingText(project, paid)).toBe(text))

  test('a plan that covers it adds nothing', () => {
    const project = projectOf(['ready'], { kind: 'all', tokens: 5 })
    expect(sendingText(project, covered)).toBe('Файлы проекта отправляются целиком: по подписке без доплаты')
  })

  test('at the composer files that are not read are not counted among those that go', () => {
    const project = projectOf(['ready', 'waiting', 'failed'], { kind: 'all', tokens: 5 })
    expect(shortSending(project, paid)).toBe(
      '1 файл, целиком, ещё не прочитано: 1, не удалось прочитать: 1, +5 токенов к вопросу'
    )
    expect(shortSending(projectOf(['waiting'], { kind: 'none', tokens: 0 }), paid)).toBe(
      '1 файл, пока ничего не отправляется'
    )
    expect(shortSending(projectOf(['failed'], { kind: 'none', tokens: 0 }), paid)).toBe(
      '1 файл, ничего не отправляется'
    )
    expect(shortSending(projectOf([], { kind: 'none', tokens: 0 }), paid)).toBe('инструкция')
  })
})

const whole = (name: string): ReadPlace => ({ fileId: name, name, page: null })
const passage = (name: string): ReadPlace => ({ ...whole(name), page: 2, start: 0, end: 9 })

describe('what an answer has read', () => {
  test.each([
    [[whole('а.pdf')], 'Прочитан целиком: а.pdf'],
    [[whole('а.pdf'), whole('б.pdf')], 'Прочитаны целиком: а.pdf, б.pdf'],
    [['а', 'б', 'в', 'г', 'д'].map(whole), 'Прочитаны целиком: а, б и ещё 3 файла'],
    [[passage('а')], 'Прочитано: 1 место'],
    [Array.from({ length: 5 }, () => passage('а')), 'Прочитано: 5 мест'],
    [[passage('а'), passage('а'), whole('б')], 'Прочитано: 2 места и 1 файл целиком']
  ])('%o', (places, text) => expect(readText(places)).toBe(text))

  test('a place names its page where there is one', () => {
    expect(placeText(passage('договор-2.pdf'))).toBe('договор-2.pdf, стр. 2')
    expect(placeText(whole('договор.docx'))).toBe('договор.docx')
  })
})

describe('a part of a file', () => {
  test('is cut at what was read and where pages begin', () => {
    const part = { from: 10, text: 'конец\fначало второй', page: 4 }
    expect(linesOf(part, { start: 16, end: 22 })).toEqual([
      { page: 4, text: '', marked: false, at: 10 },
      { text: 'конец', marked: false, at: 10 },
      { page: 5, text: '', marked: false, at: 16 },
      { text: 'начало', marked: true, at: 16 },
      { text: ' второй', marked: false, at: 22 }
    ])
  })

  test('has no marks of what was read elsewhere, nor where all was read', () => {
    const part = { from: 10, text: 'середина', page: null }
    const plain = [{ text: 'середина', marked: false, at: 10 }]
    expect(linesOf(part, { start: 30, end: 40 })).toEqual(plain)
    expect(linesOf(part, { start: 0, end: 5 })).toEqual(plain)
    expect(linesOf(part, {})).toEqual(plain)
  })
})
