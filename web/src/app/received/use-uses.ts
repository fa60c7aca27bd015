// What becomes of what another app has shared. It is emptied once the files are where the user wanted them.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { promptLengthMax } from '#contract/answers.ts'
import type { Attachment } from '#contract/attached-file.ts'
import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { gptImageEdit } from '#contract/catalogue/image-processing.ts'
import { paths } from '../../base/paths.ts'
import { notify } from '../../base/ui/notify.ts'
import { uploadsOf, useUploads } from '../../chat/attach/attaching.tsx'
import { sendFile, withoutPictures } from '../../chat/attach/send-files.ts'
import { chatPathOf, recentChatsQuery } from '../../chat/conversations/conversations.ts'
import type { HandedOver } from '../../chat/draft/handed-over.ts'
import { addFile } from '../../chat/projects/project-calls.ts'
import { chatPageOf } from '../../chat/texts/chat-pages.ts'
import { studioBox } from '../../media/form/studio-box.ts'
import { studioDraftKey } from '../../media/form/studio-draft.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { readUpload } from '../../media/upload/read-upload.ts'
import { dropReceived, type Received } from './received.ts'

/** Under which its uploads are kept, beside those of the composers. */
export const receivedKey = 'received'

const pictureOf = (): FileParameter => {
  const found = gptImageEdit.parameters.find(({ name }) => name === 'image')
  if (found?.kind !== 'image') throw new Error('The editor of pictures has no picture')
  return found
}

const textFile = (text: string): File => new File([text], 'Текст.txt', { type: 'text/plain' })

/** Files on their way, and what is done when all have arrived. */
interface Sending {
  to: 'chat' | number
  sent: Attachment[]
  finish: (sent: Attachment[]) => void
}

/** Sends files, and calls `finish` when none is on its way; one that fails stays until it is sent again or taken away. */
function useFilesOnTheWay() {
  const [sending, setSending] = useState<Sending | null>(null)
  const uploads = useUploads(receivedKey)
  const isDone = sending !== null && uploads.length === 0
  const finish = useEffectEvent(() => {
    const { sent = [], finish: done } = sending ?? {}
    setSending(null)
    done?.(sent)
  })
  useEffect(() => {
    if (isDone) finish()
  }, [isDone])
  // Who leaves the page takes the rest along.
  useEffect(
    () => () => {
      for (const { cancel } of uploadsOf(receivedKey)) cancel()
    },
    []
  )
  const send = (
    to: Sending['to'],
    files: readonly File[],
    take: (sent: Attachment) => void | Promise<void>,
    done: Sending['finish']
  ) => {
    const sent: Attachment[] = []
    for (const file of files)
      sendFile(
        {
          key: receivedKey,
          take: async (one) => {
            await take(one)
            sent.push(one)
          }
        },
        file
      )
    setSending({ to, sent, finish: done })
  }
  return { sending, send }
}

export function useUses({ files, text }: Received, owner: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isEditing, setEditing] = useState(false)
  const { sending, send } = useFilesOnTheWay()
  const isBusy = useRef(false)

  const go = (to: string, state?: HandedOver) => {
    void dropReceived()
    void navigate(to, { replace: true, ...(state && { state }) })
  }

  /** One thing at a time. */
  const once = async (task: () => Promise<void>) => {
    if (isBusy.current || sending) return
    isBusy.current = true
    setProblem(null)
    try {
      await task()
    } catch (error) {
      setProblem(error instanceof RefusedFile ? error.message : 'Не получилось. Попробуйте ещё раз')
    } finally {
      isBusy.current = false
    }
  }

  const editNow = async (picture: File) => {
    setEditing(true)
    try {
      const { dataUrl } = await readUpload(picture, pictureOf())
      studioBox(studioDraftKey(paths.imageEdit), gptImageEdit.parameters, owner).change({ image: dataUrl })
      go(paths.imageEdit)
    } finally {
      setEditing(false)
    }
  }

  const askNow = async () => {
    // A new chat of the model that answered last; where none did, or that is not known, of the first.
    const recent = await queries.fetchQuery(recentChatsQuery).catch(() => null)
    const [last] = recent?.items ?? []
    const path = last ? chatPathOf(last) : paths.chatgpt
    const model = last?.model ?? chatPageOf(path).defaultModel
    const isLong = text.length > promptLengthMax
    send(
      'chat',
      isLong ? [...files, textFile(text)] : files,
      () => undefined,
      (sent) => go(path, { prompt: isLong ? '' : text, model, files: sent, role: null })
    )
  }

  const addNow = async (folderId: number) => {
    const documents = await withoutPictures(files)
    const all = text === '' ? documents : [...documents, textFile(text)]
    send(
      folderId,
      all,
      ({ id }) => addFile(queries, folderId, id),
      (sent) => {
        if (sent.length === 0) return setProblem('В проект ничего не добавлено')
        notify.success('Добавлено в проект')
        go(paths.chatgpt)
      }
    )
  }

  return {
    problem,
    isEditing,
    isAsking: sending?.to === 'chat',
    addingTo: typeof sending?.to === 'number' ? sending.to : null,
    edit: (picture: File) => void once(() => editNow(picture)),
    /** Into a new chat, whose user sends it themselves. */
    ask: () => void once(askNow),
    addTo: (folderId: number) => void once(() => addNow(folderId)),
    leave: () => go(paths.home)
  }
}
