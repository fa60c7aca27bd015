// The files of a draft: one intent with its text, kept over a reload, never another user's, and gone with a sign-out.
import { expect, test } from 'vitest'
import type { Attachment } from '#contract/attached-file.ts'
import { forgetUnsent } from '#web/src/base/storage/unsent.ts'
import { addSent, dropFile, setFile } from '#web/src/chat/attach/draft-files.ts'
import { draftFor, emptyDraft, sending } from '#web/src/chat/draft/draft.ts'
import { DraftBox, draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'

const key = draftKey('/chatgpt', null)
const file = (id: string, state: Attachment['state'] = 'ready'): Attachment => ({
  id,
  name: `${id}.pdf`,
  kind: 'document',
  type: 'application/pdf',
  size: 1000,
  width: null,
  height: null,
  state,
  failure: null,
  inputTokens: 10,
  url: `/files/${id}`
})
const idsIn = (box: DraftBox) => box.draft().files.map(({ id }) => id)

test('other files are another request, the same ones are not', () => {
  const intent = { prompt: 'Привет', model: 'gpt-4o', files: [file('a')] }
  const first = sending(emptyDraft('anna'), intent)
  expect(sending(first, { ...intent, files: [{ ...file('a'), url: '/new' }] }).operationId).toBe(first.operationId)
  for (const files of [[file('b')], [file('a'), file('b')], [], undefined])
    expect(sending(first, { ...intent, files }).operationId).not.toBe(first.operationId)
})

test('they survive a reload, belong to their owner, and are forgotten at sign-out', () => {
  const box = new DraftBox(key, 'anna')
  setFile(box, file('a', 'waiting'))
  setFile(box, file('b'))
  setFile(box, file('a'))
  expect(idsIn(new DraftBox(key, 'anna'))).toEqual(['a', 'b'])
  expect(new DraftBox(key, 'anna').draft().files[0]?.state).toBe('ready')
  expect(draftFor(readDraft(key), 'boris').files).toEqual([])
  dropFile(box, 'a')
  expect(idsIn(new DraftBox(key, 'anna'))).toEqual(['b'])
  forgetUnsent()
  expect(readDraft(key)).toBeNull()
})

test('an accepted request takes its own files along, a failed one gives them back', () => {
  const box = new DraftBox(key, 'anna')
  setFile(box, file('a'))
  const sent = sending(box.draft(), { prompt: 'Привет', model: 'gpt-4o', files: [file('a')] })
  box.put(sent)
  setFile(box, file('added-since'))
  box.clear(sent.operationId)
  expect(idsIn(box)).toEqual(['added-since'])
  box.restore('Привет', [file('a')])
  expect(box.draft()).toMatchObject({ prompt: 'Привет', files: [{ id: 'a' }, { id: 'added-since' }] })
})

test('files that were sent before are added once, and only as many as a request may have', () => {
  const box = new DraftBox(key, 'anna')
  setFile(box, file('a'))
  addSent(box, [file('a'), ...Array.from({ length: 12 }, (_, index) => file(`b${index}`))])
  expect(idsIn(box)).toHaveLength(10)
  expect(new Set(idsIn(box)).size).toBe(10)
})
