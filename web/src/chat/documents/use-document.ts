// The state of an opened document: its versions, what its user has changed, and what this page does with both.
import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deleteDocument,
  documentLengthMax,
  type DocumentVersion,
  type OpenedDocument,
  renameDocument,
  saveDocument
} from '#contract/documents.ts'
import { ApiError } from '../../base/http/api-error.ts'
import { errorText } from '../../base/http/error-text.ts'
import { paidErrorText } from '../../base/http/paid-error-text.ts'
import { useLiveMessages, useLiveOpen } from '../../base/live/live-bus.ts'
import { call } from '../../base/session/client.ts'
import { notify } from '../../base/ui/notify.ts'
import { documentQuery, documentsOfQuery, learnDocument, versionQuery } from './document-calls.ts'
import { type DocumentBox, type DocumentDraft, useDocumentDraft } from './document-draft.ts'

const isReady = ({ state }: DocumentVersion): boolean => state === 'ready'

/** Why a version was not taken. @param draft as it was when it was sent */
export function refusalOf(error: unknown, { sent }: DocumentDraft, fallback: string): string {
  // The server does not know that the question was refused, and waits for it as long as it may be on its way.
  const isAwaited = error instanceof ApiError && error.code === 'CONFLICT' && sent?.isRefused === true
  return isAwaited ? 'Отклонённая просьба ещё не снята. Попробуйте через минуту' : paidErrorText(error, fallback)
}

/** A document that is read again when an answer of its chat ends. */
export function useReadDocument(id: number) {
  const queries = useQueryClient()
  const query = useQuery({ ...documentQuery(id), retry: false })
  const { data } = query
  const readAgain = () => void queries.invalidateQueries({ queryKey: documentQuery(id).queryKey, exact: true })
  useLiveMessages((message) => {
    if (message.type !== 'answer' || message.state !== 'finished') return
    if (message.conversationId === data?.document.conversationId) readAgain()
  })
  useLiveOpen(readAgain)
  return { ...query, readAgain }
}

/** Which version is shown, and its text. */
function useViewed(opened: OpenedDocument, edit: DocumentDraft['edit']) {
  const { shown: newest, document, versions } = opened
  const ready = versions.filter(isReady).map(({ number }) => number)
  const [chosen, setChosen] = useState<number | null>(null)
  // Without own changes the newest is what is worked on, which the version after it replaces by itself.
  if (chosen === newest && edit === null) setChosen(null)
  const looked = chosen !== null && ready.includes(chosen) ? chosen : null
  const viewed = looked ?? newest
  /** What is worked on: the newest version, or what its user has made of it. All else is only looked at. */
  const isCurrent = looked === null || (looked === newest && edit === null)
  const isEarlier = viewed !== newest
  const earlier = useQuery({ ...versionQuery(document.id, viewed), enabled: isEarlier })
  const savedText = isEarlier ? earlier.data : opened.text
  return {
    ready,
    viewed,
    newest,
    isCurrent,
    savedText,
    /** Undefined: it is being read. */
    text: edit && isCurrent ? edit.text : savedText,
    isUnread: isEarlier && earlier.isError,
    readEarlier: () => void earlier.refetch(),
    view: setChosen
  }
}

/** @param opened as the server has it */
export function useDocument(opened: OpenedDocument, box: DocumentBox) {
  const queries = useQueryClient()
  const draft = useDocumentDraft(box)
  const { id } = opened.document
  const { edit, sent } = draft
  const { savedText, ...viewing } = useViewed(opened, edit)
  const { newest, view } = viewing
  const [busy, setBusy] = useState<'save' | 'bring' | null>(null)
  const refused = sent?.isRefused === true ? sent.operationId : null
  const writing = opened.versions.findLast(
    ({ state, operationId }) => state === 'writing' && (refused === null || operationId !== refused)
  )
  /** Someone has added a version meanwhile, such as this user on another device. */
  const isOutdated = edit !== null && newest > edit.base

  useSettled(opened, box)

  /** @param onTop over a newer version, which stays among the versions @returns the document with the new version; null: it is not saved */
  async function add(as: 'save' | 'bring', version: string, onTop: boolean): Promise<OpenedDocument | null> {
    if (busy !== null) return null
    setBusy(as)
    try {
      const saved = await call(saveDocument, { id, base: newest, text: version })
      // What was typed while it was being saved is not in it.
      const typed = as === 'save' ? box.draft().edit : null
      if (as === 'save')
        box.put({ edit: typed && typed.text !== version ? { base: saved.shown, text: typed.text } : null })
      learnDocument(queries, saved)
      view(null)
      notify.success(onTop ? 'Сохранено поверх новой версии' : 'Версия сохранена')
      return saved
    } catch (error) {
      // Someone else may have added a version, which the page then offers to look at.
      await queries.invalidateQueries({ queryKey: documentQuery(id).queryKey, exact: true })
      notify.error(refusalOf(error, box.draft(), 'Не удалось сохранить версию'))
      return null
    } finally {
      setBusy(null)
    }
  }

  const problem = edit ? problemOf(edit.text) : null
  return {
    ...viewing,
    opened,
    draft,
    writing,
    edit,
    isOutdated,
    busy,
    problem,
    type: (typed: string) =>
      box.type({ edit: typed === opened.text ? null : { base: edit?.base ?? newest, text: typed } }),
    discard: () => {
      box.put({ edit: null })
      notify.info('Правки отменены', { label: 'Вернуть', onClick: () => box.put({ edit }) })
    },
    save: async (onTop = false): Promise<OpenedDocument | null> => {
      if (!edit || problem !== null || (isOutdated && !onTop)) return null
      return add('save', edit.text, onTop)
    },
    bringBack: () => savedText !== undefined && void add('bring', savedText, false)
  }
}

export type DocumentState = ReturnType<typeof useDocument>

function problemOf(text: string): string | null {
  if (text.trim() === '') return 'Введите текст'
  return text.length > documentLengthMax ? 'Слишком длинный текст' : null
}

/** The request leaves its field when its version is ready; when there is none, its words stay. */
function useSettled({ versions }: OpenedDocument, box: DocumentBox): void {
  useEffect(() => {
    const { sent, request } = box.draft()
    const state = versions.find(({ operationId }) => operationId !== null && operationId === sent?.operationId)?.state
    if (!sent || state === undefined || state === 'writing') return
    // Told before, and not waited for any more. Asked once more, it keeps its id: it charges once, should it have been accepted.
    if (state === 'failed' && sent.isRefused) return
    const isDone = state === 'ready'
    box.put({ sent: null, request: isDone && request.trim() === sent.request ? '' : request })
    if (isDone) notify.success('Новая версия готова')
    else if (state === 'unfit') notify.error('Изменить не получилось. Ответ остался в чате')
    else notify.error('Изменить не получилось, токены не списаны. Попробуйте ещё раз')
  }, [versions, box])
}

/** What is done with a document as a whole. */
export function useDocumentActs(opened: OpenedDocument, box: DocumentBox) {
  const queries = useQueryClient()
  const { id, conversationId, title } = opened.document
  return {
    rename: async (wanted: string): Promise<void> => {
      if (wanted === title) return
      try {
        const { document } = await call(renameDocument, { id, title: wanted })
        queries.setQueryData(documentQuery(id).queryKey, (known) => known && { ...known, document })
        void queries.invalidateQueries({ queryKey: documentsOfQuery(conversationId).queryKey })
      } catch (error) {
        notify.error(errorText(error, 'Не удалось переименовать документ'))
      }
    },
    /** @returns whether it is gone */
    remove: async (): Promise<boolean> => {
      try {
        await call(deleteDocument, { id })
      } catch (error) {
        notify.error(errorText(error, 'Не удалось удалить документ'))
        return false
      }
      box.put({ edit: null, request: '', sent: null })
      void queries.invalidateQueries({ queryKey: documentsOfQuery(conversationId).queryKey })
      notify.success('Документ удалён')
      return true
    }
  }
}
