// Where links end that have no marks around them.
import { describe, expect, test } from 'vitest'
import { draw, textsOf, expectReadSoon } from './draw-answer.tsx'

describe('an address without marks', () => {
  test.each([
    ['«https://site.example/путь» и', ['https://site.example/путь']],
    ['«https://site.example», “https://a.example/b”.', ['https://site.example', 'https://a.example/b']],
    ['„https://a.example“ и ‹https://b.example/c›', ['https://a.example', 'https://b.example/c']],
    ['Далее https://a.example/b… и https://a.example/c…', ['https://a.example/b', 'https://a.example/c']],
    ['请看https://a.example/路径。然后https://b.example，再见', ['https://a.example/路径', 'https://b.example']],
    ['（https://a.example/b）、https://c.example（官方）', ['https://a.example/b', 'https://c.example']],
    ["'https://a.example/b' и ’https://a.example/c’", ['https://a.example/b', 'https://a.example/c']],
    ['(см. «https://a.example/Б_(в)»)', ['https://a.example/Б_(в)']],
    ['(https://a.example/б_(в)…)', ['https://a.example/б_(в)']],
    ['https://a.example/Б_(в). И (https://a.example/d)', ['https://a.example/Б_(в)', 'https://a.example/d']],
    ['**https://a.example/b…**', ['https://a.example/b']],
    ['«www.a.example/б»', ['www.a.example/б']],
    ['https://a.example/b»**жирный**', ['https://a.example/b']],
    ['https://a.example/б?в=г&д=е#ж', ['https://a.example/б?в=г&д=е#ж']],
    ['https://a.example/wiki/«Зенит»_(клуб). И', ['https://a.example/wiki/«Зенит»_(клуб)']],
    ['«https://a.example/Крейсер_«Аврора»» и', ['https://a.example/Крейсер_«Аврора»']],
    ['(https://a.example/Крейсер_«Аврора»), да', ['https://a.example/Крейсер_«Аврора»']],
    ['www.a.example/Б_„В“_“Г”/«Д»«Е»…', ['www.a.example/Б_„В“_“Г”/«Д»«Е»']],
    ['https://a.example/Б_«В Г» и https://b.example«Д»', ['https://a.example/Б', 'https://b.example']],
    ['“https://a.example/Б_“В””', ['https://a.example/Б_“В”']]
  ])('in %j', (text, addresses) => {
    expect(textsOf(text, 'a')).toEqual(addresses)
  })

  test('is no link in code, and no second one in a link', () => {
    expect(textsOf('`https://a.example/b»` и `https://a.example/b…`', 'code')).toEqual([
      'https://a.example/b»',
      'https://a.example/b…'
    ])
    const [link, ...others] = draw('[см. «https://a.example/b»](https://c.example/d»e)').querySelectorAll('a')
    expect(others).toEqual([])
    expect(link?.textContent).toBe('см. «https://a.example/b»')
    expect(link?.title).toBe('https://c.example/d%C2%BBe')
    expect(textsOf('<https://a.example/b»c>', 'a')).toEqual(['https://a.example/b»c'])
    expect(textsOf('[https://a.example/b…](https://c.example)', 'a')).toEqual(['https://a.example/b…'])
  })

  test('keeps the text after it', () => {
    expect(draw('«https://a.example/b»**жирный**, да').textContent).toBe('«https://a.example/b»жирный, да')
  })
})

test('a text of nothing but such signs is read in no time', () =>
  expectReadSoon([
    'https://',
    'https://a.example/(',
    'www.a»',
    '«https://a.example»',
    'https://a.example/…',
    'https://a/«',
    'https://a/«б»'
  ]))
