// What ChatGPT shows besides text: documents of its canvas, pictures, recordings, code, research.
import { expect, test } from 'vitest'
import { contents, mark, type Message, message, read } from '../../support/web/chatgpt-steps.ts'

const call = (action: string, input: object | string, form: 'text' | 'code' = 'text'): Message => {
  const json = typeof input === 'string' ? input : JSON.stringify(input)
  const content =
    form === 'code' ? { content_type: 'code', language: 'json', text: json } : { content_type: 'text', parts: [json] }
  return message('assistant', '', { recipient: `canmore.${action}`, content })
}
const done = (textdocId: string) =>
  message('tool', 'Successfully created', { metadata: { canvas: { textdoc_id: textdocId } } })
const change = (pattern: string, replacement: string, multiple = false) => ({
  updates: [{ pattern, multiple, replacement }]
})

test('a document of the canvas is shown as it was made, rewritten and changed last', () => {
  expect(
    contents(
      message('user', 'Напиши письмо'),
      call('create_textdoc', {
        name: 'Письмо',
        type: 'document',
        content: `Привет, Аня (1).${mark('cite', 'turn0search0')}`
      }),
      done('a'),
      message('assistant', 'Готово'),
      call('update_textdoc', change('Аня \\(1\\)\\.', 'Оля.')),
      done('a'),
      call('update_textdoc', change('Привет', 'Здравствуй')),
      done('a'),
      call('update_textdoc', change('.*', 'Всё иначе.'), 'code'),
      done('a'),
      call('comment_textdoc', { comments: [{ pattern: 'иначе', comment: 'Как именно?' }] })
    )
  ).toEqual([
    'Напиши письмо',
    '## Письмо\n\nПривет, Аня (1).',
    'Готово',
    'Документ «Письмо» изменён.',
    'Документ «Письмо» изменён.',
    '## Письмо\n\nВсё иначе.',
    '- «иначе»: Как именно?'
  ])
})

test('documents are told apart, code is fenced, and the last change of a part shows the whole', () => {
  expect(
    contents(
      call('create_textdoc', { name: 'Код', type: 'code/python', content: 'print("```")\nprint(1)\n' }),
      done('code'),
      call('create_textdoc', { name: 'План', type: 'document', content: 'а и а' }),
      done('plan'),
      call('update_textdoc', change('print\\(1\\)', 'print(2)')),
      done('code'),
      call('update_textdoc', change('а', 'б', true)),
      done('plan')
    )
  ).toEqual([
    '**Код**\n\n````python\nprint("```")\nprint(1)\n````',
    '## План\n\nа и а',
    '**Код**\n\n````python\nprint("```")\nprint(2)\n````',
    '## План\n\nб и б'
  ])
})

test('a change that cannot be made, and a call that was cut, lose no text', () => {
  expect(
    contents(
      call('create_textdoc', '{"name":"План","type":"document","content":"Начало и'),
      call('update_textdoc', change('Нач.*?и', 'Новое начало')),
      call('update_textdoc', change('', 'Пусто')),
      call('update_textdoc', '[]'),
      call('create_textdoc', 'не JSON')
    )
  ).toEqual([
    '## План\n\nНачало и',
    'Документ «План» изменён.\n\n```\nНовое начало\n```',
    'Документ «План» изменён.\n\n```\nПусто\n```'
  ])
})

test('changes are bounded by what the file has, and their patterns are never run', () => {
  const began = performance.now()
  const long = 'a'.repeat(200_000)
  const found = read(
    call('create_textdoc', { name: 'А', type: 'document', content: long }),
    call('update_textdoc', change('a', long, true)),
    call('update_textdoc', { updates: Array.from({ length: 5000 }, () => ({ pattern: 'a', replacement: 'b' })) }),
    call('update_textdoc', change('(a+)+$', 'b'))
  )
  expect(found.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(2_000_000)
  expect(performance.now() - began).toBeLessThan(5000)
})

const parts = (role: string, list: unknown[], more: Message = {}) =>
  message(role, '', { content: { content_type: 'multimodal_text', parts: list }, ...more })

test('pictures, recordings, files and passages have their places', () => {
  const picture = { content_type: 'image_asset_pointer', asset_pointer: 'x' }
  expect(
    contents(
      parts('user', [picture, 'Что это?'], { metadata: { attachments: [{ name: 'кот\n.png' }, { id: 1 }] } }),
      message('tool', 'GPT-4o returned 1 image. Do not say more.'),
      parts('tool', [{ ...picture, metadata: { dalle: { prompt: 'Кот\nв море' } } }, picture]),
      parts('tool', [picture], { metadata: { is_visually_hidden_from_conversation: true } }),
      parts('user', [{ content_type: 'audio_transcription', text: 'Привет' }, { content_type: 'audio_asset_pointer' }]),
      message('user', 'Подробнее', { metadata: { targeted_reply: 'один\nдва' } })
    )
  ).toEqual([
    '[вложение: кот .png]\n\nЧто это?',
    '[изображение: Кот в море]\n\n[изображение]',
    'Привет',
    '> один\n> два\n\nПодробнее'
  ])
})

test('code for the user is fenced, and steps of tools and thoughts are left out', () => {
  const code = { content_type: 'code', language: 'python', text: 'print(1)' }
  expect(
    contents(
      message('assistant', '', { content: code }),
      message('assistant', '', { content: code, recipient: 'python' }),
      message('tool', '', { content: { content_type: 'execution_output', text: '1' } }),
      message('tool', '', { content: { content_type: 'tether_quote', url: 'x', text: 'цитата' } }),
      message('assistant', '', { content: { content_type: 'reasoning_recap', content: 'Думал 5 секунд' } }),
      message('user', '', {
        content: { content_type: 'user_editable_context', user_profile: 'я', user_instructions: 'ты' }
      }),
      message('assistant', 'Всё', { weight: 0, metadata: { content_references: 7, citations: {}, attachments: 'x' } })
    )
  ).toEqual(['```python\nprint(1)\n```', 'Всё'])
})

const report = message('assistant', `Море${mark('cite', 'turn0search0')}`, {
  metadata: {
    content_references: [
      { matched_text: mark('cite', 'turn0search0'), items: [{ url: 'https://reef.example/', title: 'Рифы' }] }
    ]
  }
})
const researched = (status: string) =>
  message('tool', 'Researching', {
    metadata: { chatgpt_sdk: { widget_state: JSON.stringify({ status, report_message: report }) } }
  })

test('the report of a research is shown with its sources', () => {
  expect(
    read(
      researched('completed'),
      researched('failed'),
      message('tool', 'x', { metadata: { chatgpt_sdk: { widget_state: '{' } } })
    )
  ).toEqual([
    {
      role: 'assistant',
      content: 'Море [reef.example](<https://reef.example/>)',
      created_at: 1_700_000_000_000,
      sources: [{ url: 'https://reef.example/', title: 'Рифы' }]
    }
  ])
})
