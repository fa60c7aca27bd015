import { expect, test } from 'vitest'
import { withProposals } from '#contract/proposal-words.ts'
import { proposalIn, proposalLead, proposalTool } from '#domain/proposed-works.ts'
import { toldAnswer } from '#domain/told-works.ts'
import type { Chunk } from '#durable-objects/answer/chunk.ts'
import { Proposals } from '#durable-objects/answer/proposals.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'

const call = (index: number, name = proposalTool.name): ChatPiece => ({
  type: 'tool-call',
  index,
  id: `c${index}`,
  name
})
const written = (index: number, text: string): ChatPiece => ({ type: 'tool-arguments', index, text })
const picture = (prompt: string) => JSON.stringify({ kind: 'picture', prompt })
const cat = { proposal: { kind: 'picture', prompt: 'Кот' } }

/** What is kept of the pieces; a text stands for a word of the model. */
function keptOf(...pieces: (ChatPiece | string)[]): Chunk[] {
  const kept: Chunk[] = []
  const proposals = new Proposals((chunk) => void kept.push(chunk))
  for (const piece of pieces) {
    if (typeof piece === 'string') proposals.say(piece)
    else proposals.take(piece)
  }
  proposals.finish()
  return kept
}

test('a call that comes in parts is one proposal, behind words of ours where the model says none', () => {
  expect(keptOf(call(0), written(0, '{"kind":"picture",'), written(0, '"prompt":"Кот"}'))).toEqual([proposalLead, cat])
  expect(keptOf('Вот так: ', call(0), written(0, picture('Кот')))).toEqual(['Вот так: ', cat])
})

test('words behind our own are a paragraph of their own', () => {
  const pieces = [call(0), written(0, picture('Кот')), call(1, 'other'), 'Или ', 'иначе.']
  expect(keptOf(...pieces)).toEqual([proposalLead, cat, '\n\nИли ', 'иначе.'])
})

test.each([
  ['a tool that was not offered', [call(0, 'draw'), written(0, picture('Кот'))]],
  ['no JSON', [call(0), written(0, '{"kind":"picture","prompt":"Кот"')]],
  ['no object', [call(0), written(0, '"Кот"')]],
  ['null', [call(0), written(0, 'null')]],
  ['another kind', [call(0), written(0, '{"kind":"music","prompt":"Кот"}')]],
  ['no prompt', [call(0), written(0, '{"kind":"picture"}')]],
  ['an empty prompt', [call(0), written(0, picture('  \n '))]],
  ['a prompt that is no text', [call(0), written(0, '{"kind":"picture","prompt":["Кот"]}')]],
  ['too long arguments', [call(0), written(0, picture('о'.repeat(30_000)))]],
  ['arguments of another call', [call(0), written(1, picture('Кот'))]]
])('%s is nothing', (_, pieces) => {
  expect(keptOf(...pieces)).toEqual([])
})

test('what is malformed does not spoil what follows', () => {
  expect(keptOf(call(0), written(0, '{'), call(1), written(1, picture('Кот')))).toEqual([proposalLead, cat])
})

test('a call that begins anew, of another supplier, has its own arguments', () => {
  expect(keptOf(call(0), written(0, '{"kind":'), call(0), written(0, picture('Кот')))).toEqual([proposalLead, cat])
})

test('prompts are trimmed and cut, never within a character', () => {
  expect(proposalIn(picture('  Кот\n'))).toEqual({ kind: 'picture', prompt: 'Кот' })
  const long = proposalIn(picture(`${'о'.repeat(1999)}😀`))
  expect(long?.prompt).toBe('о'.repeat(1999))
})

test('texts tell of proposals', () => {
  const proposals = [
    { kind: 'change', prompt: 'Фон\nбелый' },
    { kind: 'film', prompt: 'Волна' }
  ] as const
  expect(withProposals('Так:', proposals)).toBe(
    'Так:\n\nПредложено: изменение картинки «Фон белый»\n\nПредложено: видео «Волна»'
  )
  expect(toldAnswer('Так:', proposals)).toBe(
    'Так:\n[Предложено: изменение картинки «Фон белый»]\n[Предложено: видео «Волна»]'
  )
  expect([withProposals('Так', null), toldAnswer('Так', null)]).toEqual(['Так', 'Так'])
})
