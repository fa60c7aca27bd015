// What becomes of what another app has shared. It is emptied once the files are where the user wanted them.
import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type NavigateFunction, useNavigate } from 'react-router-dom'
import { promptLengthMax } from '#contract/answers.ts'
import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { gptImageEdit } from '#contract/catalogue/image-processing.ts'
import { paths } from '../../base/paths.ts'
import { notify } from '../../base/ui/notify.ts'
import { withoutPictures } from '../../chat/attach/send-files.ts'
import { chatPathOf, recentChatsQuery } from '../../chat/conversations/conversations.ts'
import type { HandedOver } from '../../chat/draft/handed-over.ts'
import { addFile } from '../../chat/projects/project-calls.ts'
import { chatPageOf } from '../../chat/texts/chat-pages.ts'
import { studioBox } from '../../media/form/studio-box.ts'
import { studioDraftKey } from '../../media/form/studio-draft.ts'
import { RefusedFile } from '../../media/upload/file/chosen-file.ts'
import { readUpload } from '../../media/upload/read-upload.ts'
import { sendAll, useOwnPage } from './files-on-the-way.ts'
import { dropReceived, type Received } from './received.ts'

function pictureParameter(): FileParameter {
  const found = gptImageEdit.parameters.find(({ name }) => name === 'image')
  if (found?.kind !== 'image') throw new Error('The editor of pictures takes no picture')
  return found
}

const textFile = (text: string): File => new File([text], 'Текст.txt', { type: 'text/plain' })

/** Empties what was received, and goes on. */
function leaveFor(navigate: NavigateFunction, to: string, state?: HandedOver) {
  void dropReceived()
  void navigate(to, { replace: true, ...(state && { state }) })
}

/** Puts the picture, and the text that came along, into the editor's form, where its user says what to change. @throws RefusedFile why it cannot be taken */
async function openEditor(picture: File, text: string, owner: string): Promise<void> {
  const { dataUrl } = await readUpload(picture, pictureParameter())
  const box = studioBox(studioDraftKey(paths.imageEdit), gptImageEdit.parameters, owner)
  const isEmpty = String(box.state().draft.values['prompt'] ?? '').trim() === ''
  box.change({ image: dataUrl, ...(text !== '' && isEmpty && { prompt: text }) })
}

/** What is under way: changing a picture, a chat, or a project by its id. */
type Use = 'edit' | 'chat' | number

export function useUses({ files, text }: Received, owner: string) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isHere = useOwnPage()
  const [problem, setProblem] = useState<string | null>(null)
  const [use, setUse] = useState<Use | null>(null)
  const isBusy = useRef(false)

  /** One thing at a time. */
  const once = async (wanted: Use, task: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    setUse(wanted)
    setProblem(null)
    try {
      await task()
    } catch (error) {
      setProblem(error instanceof RefusedFile ? error.message : 'Не получилось. Попробуйте ещё раз')
    }
    isBusy.current = false
    setUse(null)
  }

  const edit = async (picture: File) => {
    await openEditor(picture, text, owner)
    if (isHere()) leaveFor(navigate, paths.imageEdit)
  }

  /** A new chat of the model that answered last; where that is not known, of the first. */
  const ask = async () => {
    const recent = await queries.fetchQuery(recentChatsQuery).catch(() => null)
    const [last] = recent?.items ?? []
    const path = last ? chatPathOf(last) : paths.chatgpt
    const model = last?.model ?? chatPageOf(path).defaultModel
    const isLong = text.length > promptLengthMax
    const sent = await sendAll({ files: isLong ? [...files, textFile(text)] : files, take: () => undefined })
    const isAll = sent.length > 0 || files.length === 0
    if (isHere() && isAll) leaveFor(navigate, path, { prompt: isLong ? '' : text, model, files: sent, role: null })
  }

  const addTo = async (folderId: number) => {
    const documents = await withoutPictures(files)
    const wanted = text === '' ? documents : [...documents, textFile(text)]
    const sent = await sendAll({ files: wanted, take: ({ id }) => addFile(queries, folderId, id) })
    if (!isHere()) return
    if (sent.length === 0) return setProblem('В проект ничего не добавлено')
    notify.success('Добавлено в проект')
    leaveFor(navigate, paths.chatgpt)
  }

  return {
    problem,
    isEditing: use === 'edit',
    isAsking: use === 'chat',
    /** The project into which files are on their way. */
    addingTo: typeof use === 'number' ? use : null,
    edit: (picture: File) => void once('edit', () => edit(picture)),
    /** Its user sends the question themselves. */
    ask: () => void once('chat', ask),
    addTo: (folderId: number) => void once(folderId, () => addTo(folderId)),
    leave: () => leaveFor(navigate, paths.home)
  }
}
