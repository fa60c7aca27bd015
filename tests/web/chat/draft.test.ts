import { describe, expect, test, vi } from 'vitest'
import { draftFor, emptyDraft, sending } from '#web/src/chat/draft/draft.ts'
import { conversationFor, DraftBox, draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'
import { leaveHere } from '#web/src/base/session/session-store.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

const intent = { prompt: 'Привет', model: 'gpt-4o' }
const key = draftKey('/chatgpt', null)

describe('the operation id of a draft', () => {
  test('stays while the same request is sent, and changes with the text or the model', () => {
    const first = sending(emptyDraft('anna'), intent)
    expect(first.sent).toEqual(intent)
    expect(sending(first, intent).operationId).toBe(first.operationId)
    expect(sending(first, { ...intent, prompt: 'Пока' }).operationId).not.toBe(first.operationId)
    expect(sending(first, { ...intent, model: 'gpt-4-turbo' }).operationId).not.toBe(first.operationId)
  })

  test('exists before the draft is sent, and the first sending keeps it', () => {
    const draft = emptyDraft('anna')
    expect(sending(draft, intent).operationId).toBe(draft.operationId)
  })
})

describe('the owner of a draft', () => {
  const draft = { ...emptyDraft('anna'), prompt: 'Секрет' }

  test('alone sees it: another user and a visitor get an empty draft', () => {
    expect(draftFor(draft, 'boris').prompt).toBe('')
    expect(draftFor(draft, null).prompt).toBe('')
  })

  test('keeps it, also while the session is loading', () => {
    expect(draftFor(draft, 'anna')).toBe(draft)
    expect(draftFor(draft, undefined)).toBe(draft)
  })

  test('becomes the user who signs in, when a visitor wrote it', () => {
    const visitors = { ...emptyDraft(null), prompt: 'Вопрос' }
    expect(draftFor(visitors, 'anna')).toEqual({ ...visitors, owner: 'anna' })
  })
})

describe('a composer', () => {
  test('stores typed text after a delay, and a sent request at once', () => {
    vi.useFakeTimers()
    const box = new DraftBox(key, 'anna')
    box.type('При')
    expect(readDraft(key)).toBeNull()
    vi.advanceTimersByTime(300)
    expect(readDraft(key)?.prompt).toBe('При')
    box.put(sending(box.draft(), intent))
    expect(readDraft(key)).toEqual(box.draft())
  })

  test('empties when the server accepts its request, and not when it accepts another one', () => {
    const box = new DraftBox(key, 'anna')
    box.put(sending(box.draft(), intent))
    const { operationId } = box.draft()
    box.clear('another')
    expect(box.draft().operationId).toBe(operationId)
    box.clear(operationId)
    expect(box.draft()).toMatchObject({ prompt: '', sent: null })
    expect(box.draft().operationId).not.toBe(operationId)
    expect(readDraft(key)).toBeNull()
  })

  test('keeps what was typed since its request was sent, under a new id', () => {
    const box = new DraftBox(key, 'anna')
    box.put(sending(box.draft(), intent))
    const { operationId } = box.draft()
    box.type('Ещё вопрос')
    box.clear(operationId, { operationId, conversationId: 7 })
    expect(box.draft()).toMatchObject({ prompt: 'Ещё вопрос', sent: null, moved: { conversationId: 7 } })
    expect(box.draft().operationId).not.toBe(operationId)
    expect(readDraft(key)?.prompt).toBe('Ещё вопрос')
  })

  test('restores a failed request under a new id, below what the user has typed since if nothing else has its words', () => {
    const box = new DraftBox(key, 'anna')
    const { operationId } = box.draft()
    box.restore('Привет')
    expect(box.draft().prompt).toBe('Привет')
    expect(box.draft().operationId).not.toBe(operationId)
    box.restore('Другое')
    expect(box.draft().prompt).toBe('Привет')
    box.restore('Привет', [], true)
    expect(box.draft().prompt).toBe('Привет')
    box.restore('Другое', [], true)
    expect(box.draft().prompt).toBe('Привет\n\nДругое')
  })

  test('empties when another tab sends the same text, but keeps a text that differs', () => {
    const box = new DraftBox(key, 'anna')
    box.put({ ...box.draft(), prompt: 'Привет' })
    const shown = JSON.stringify(box.draft())
    const change = () => window.dispatchEvent(new StorageEvent('storage', { key, oldValue: shown, newValue: null }))
    box.type('Привет, это другое')
    change()
    expect(box.draft().prompt).toBe('Привет, это другое')
    box.type('Привет')
    change()
    expect(box.draft().prompt).toBe('')
  })

  test('keeps its text when another tab begins another one, and stores it again when it is left by a user who stays', () => {
    localStorage.setItem('accessToken', 'anna')
    beginNewPage()
    const box = new DraftBox(key, 'anna')
    box.put({ ...box.draft(), prompt: 'Длинный вопрос' })
    const oldValue = JSON.stringify(box.draft())
    const newValue = JSON.stringify({ ...emptyDraft('anna'), prompt: 'Другой' })
    const follow = () => window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
    localStorage.setItem(key, newValue)
    follow()
    expect(box.draft().prompt).toBe('Длинный вопрос')
    window.dispatchEvent(new Event('pagehide'))
    expect(readDraft(key)?.prompt).toBe('Длинный вопрос')
    follow()
    leaveHere()
    window.dispatchEvent(new Event('pagehide'))
    expect(readDraft(key)).toBeNull()
  })

  test('of the page before a reload neither saves nor follows other tabs any more', () => {
    vi.useFakeTimers()
    const box = new DraftBox(key, 'anna')
    box.put({ ...box.draft(), prompt: 'Привет' })
    const shown = JSON.stringify(box.draft())
    box.type('Привет')
    beginNewPage()
    localStorage.clear()
    vi.advanceTimersByTime(300)
    window.dispatchEvent(new Event('pagehide'))
    expect(readDraft(key)).toBeNull()
    window.dispatchEvent(new StorageEvent('storage', { key, oldValue: shown, newValue: null }))
    expect(box.draft().prompt).toBe('Привет')
  })

  test('starts empty when storage holds no valid draft', () => {
    localStorage.setItem(key, '{"operationId":1}')
    expect(new DraftBox(key, 'anna').draft().prompt).toBe('')
    localStorage.setItem(key, 'not json')
    expect(new DraftBox(key, 'anna').draft().prompt).toBe('')
  })
})

describe('the conversation of a first request', () => {
  test('is created once when several tabs send the same request', async () => {
    const first = new DraftBox(key, 'anna')
    first.put(sending(first.draft(), intent))
    const draft = first.draft()
    const second = new DraftBox(key, 'anna')
    let created = 40
    const create = async () => (created += 1)
    expect(await conversationFor('/chatgpt', first, draft, create)).toBe(41)
    expect(await conversationFor('/chatgpt', second, draft, create)).toBe(41)
    expect(created).toBe(41)
  })

  test('gets the draft with its id, so that a refused request can be sent again there', async () => {
    const box = new DraftBox(key, 'anna')
    box.put(sending(box.draft(), intent))
    const draft = box.draft()
    await conversationFor('/chatgpt', box, draft, async () => 51)
    expect(readDraft(draftKey('/chatgpt', 51))).toEqual(draft)
    expect(box.draft()).toMatchObject({ prompt: '', moved: { operationId: draft.operationId, conversationId: 51 } })
  })

  test('leaves the draft unchanged when it cannot be created', async () => {
    const box = new DraftBox(key, 'anna')
    box.put(sending(box.draft(), intent))
    const draft = box.draft()
    await expect(conversationFor('/chatgpt', box, draft, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(box.draft()).toEqual(draft)
  })
})
