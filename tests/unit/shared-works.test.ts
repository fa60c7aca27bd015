// Which files of a chat's works are copied with it, and which answers have no end.
import { expect, test } from 'vitest'
import { sharedChatOf } from '#domain/share.ts'
import { sharedFilesMax, sharedFilesMaxBytes, worksToCopy, type WorkToShare } from '#domain/shared-works.ts'

const file = { index: 0, type: 'image/png', sizeBytes: 1000, width: 1, height: 1, durationSeconds: null }
const work: WorkToShare = { id: 'a', kind: 'image', step: 'completed', deletedAt: null, files: [file] }

test('a work without a result has none', () => {
  const without: WorkToShare[] = [
    { ...work, step: 'failed' },
    { ...work, step: 'queued' },
    { ...work, deletedAt: 1 }
  ]
  expect(worksToCopy([without])).toEqual({ cards: [[]], files: [], sizeBytes: 0 })
})

test('the newest files are taken until the copy is full', () => {
  const cards = Array.from({ length: sharedFilesMax + 2 }, (_, index) => [{ ...work, id: `work-${index}` }])
  const { cards: shown, files } = worksToCopy(cards)
  expect(files.length).toBe(sharedFilesMax)
  expect(files[0]).toMatchObject({ jobId: `work-${sharedFilesMax + 1}`, index: 0 })
  expect(shown.map((works) => works.length).slice(0, 3)).toEqual([0, 0, 1])
})

test('a file that is too large for the rest is left out, and smaller ones are taken', () => {
  const large = { ...work, id: 'large', files: [{ ...file, sizeBytes: sharedFilesMaxBytes }] }
  const { files, sizeBytes } = worksToCopy([[{ ...work, id: 'old' }], [large], [work]])
  expect(files.map(({ jobId }) => jobId)).toEqual(['a', 'old'])
  expect(sizeBytes).toBe(2000)
})

test('a copy says which answers have no end', () => {
  const said = { role: 'assistant' as const, content: 'Это **важно', model: '', createdAt: 1, files: [] }
  const messages = (['complete', 'stopped', 'truncated', 'refused', null] as const).map((outcome) => ({
    ...said,
    outcome
  }))
  const copied = sharedChatOf('Мох', messages, [], 1).messages
  expect(copied.map((message) => message.is_cut)).toEqual([undefined, true, true, undefined, undefined])
})
