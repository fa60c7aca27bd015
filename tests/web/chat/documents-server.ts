// Answers the calls of documents beside chats from memory, as the server does.
import type { ChatDocument, DocumentVersion } from '#contract/documents.ts'
import { type Asked, refuse, succeed } from '../fake-api.ts'

interface Version extends DocumentVersion {
  text: string | null
}

const at = 1_795_000_000_000

const readyVersion = (number: number, text: string): Version => ({
  number,
  text,
  createdAt: at + number,
  request: null,
  operationId: null,
  state: 'ready'
})

const conflict = () => refuse(409, { error: 'Документ уже изменился: откройте его новую версию', code: 'CONFLICT' })

/** The document 7 of the chat 1, opened from the answer 2. @returns its answers for `chatServer`, and what may happen elsewhere */
export function documentServer(texts: readonly string[], part: Partial<ChatDocument> = {}) {
  const document: ChatDocument = {
    id: 7,
    conversationId: 1,
    messageId: 2,
    kind: 'text',
    title: 'Письмо соседям',
    createdAt: at,
    updatedAt: at,
    ...part
  }
  const versions = texts.map((text, index) => readyVersion(index + 1, text))
  /** Operations that have failed for good. */
  const answered = new Set<string>()
  let isGone = false

  function view(wanted?: number) {
    if (isGone) return refuse(404, { error: 'Не найдено', code: 'NOT_FOUND' })
    const shown =
      versions.find(({ number }) => number === wanted) ?? versions.findLast(({ state }) => state === 'ready')!
    return succeed({ document, versions, shown: shown.number, text: shown.text })
  }

  function addReady(text: string) {
    versions.push(readyVersion(versions.length + 1, text))
    return view()
  }

  const newest = () => versions.findLast(({ state }) => state === 'ready')?.number
  const answers: Record<string, (asked: Asked) => Response> = {
    'POST /chat/messages/2/document': () => view(),
    'GET /chat/documents/7': ({ path }) => view(Number(/version=(\d+)/.exec(path)?.[1])),
    'GET /chat/conversations/:id/documents': () => succeed({ items: isGone ? [] : [document] }),
    'POST /chat/documents/7/versions': ({ body }) => {
      const { base, text } = body as { base: number; text: string }
      const isWriting = versions.some(({ state }) => state === 'writing')
      return base === newest() && !isWriting ? addReady(text) : conflict()
    },
    'POST /chat/documents/7/changes': ({ body }) => {
      const { base, operationId, request } = body as { base: number; operationId: string; request: string }
      const known = versions.find((version) => version.operationId === operationId)
      if (known?.state === 'failed' && !answered.has(operationId)) known.state = 'writing'
      if (known) return view()
      if (versions.some(({ state }) => state === 'writing')) return conflict()
      if (base !== newest()) return conflict()
      const number = versions.length + 1
      versions.push({ ...readyVersion(number, ''), text: null, operationId, request, state: 'writing' })
      return view()
    },
    'DELETE /chat/documents/7/changes/:id': ({ path }) => {
      const awaited = versions.find(({ operationId, state }) => path.endsWith(`/${operationId}`) && state === 'writing')
      if (awaited) awaited.state = 'failed'
      return view()
    },
    'PUT /chat/documents/7': ({ body }) => {
      document.title = (body as { title: string }).title
      return succeed({ document })
    },
    'DELETE /chat/documents/7': () => {
      isGone = true
      return succeed()
    }
  }
  return {
    answers,
    versions,
    answered,
    /** As another device does. */
    addReady,
    /** The answer of the version that is being written has come, or there is none, or it is of no use. */
    finish: (text: string | null, state: DocumentVersion['state'] = text === null ? 'failed' : 'ready') => {
      Object.assign(versions.at(-1)!, { text, state })
    }
  }
}
