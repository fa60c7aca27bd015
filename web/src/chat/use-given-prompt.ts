import { useEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod'
import type { ChatModel, ChatPage } from '#contract/catalogue/chat.ts'
import { promptOf } from '#contract/answers.ts'
import { attachment } from '#contract/attached-file.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { roleOfConversation } from '#contract/roles.ts'
import { findChatModel } from '#contract/catalogue/chat-models.ts'
import { useSession } from '../base/session/session.tsx'
import { notify } from '../base/ui/notify.ts'
import { uploadsOf } from './attach/uploads.ts'
import type { Draft } from './draft/draft.ts'
import type { DraftBox } from './draft/draft-box.ts'

/** A longer request hardly fits into an address. */
const lengthMax = 4000

/** What another chat page hands over with the navigation: the draft there, which may be too long for an address. */
const handedOver = z
  .object({
    prompt: z.string(),
    model: z.string(),
    files: z.array(attachment),
    role: roleOfConversation.nullable()
  })
  .partial()
  .catch({})

type Written = Pick<Draft, 'prompt' | 'files' | 'role'>

const isEmpty = ({ prompt, files, role }: Written): boolean =>
  prompt.trim() === '' && files.length === 0 && role === null

const isSame = (one: Written, other: Written): boolean =>
  one.prompt === other.prompt &&
  one.role?.name === other.role?.name &&
  one.files.map(({ id }) => id).join() === other.files.map(({ id }) => id).join()

/**
 * Follows a link with a request (`prompt`) and perhaps a model: writes both into the composer of a new conversation;
 * does the same with what another chat page hands over.
 * Only the user sends it. A draft that it replaced can be restored from the toast.
 * @returns what chooses a model: one of another page in a new chat there, to which the draft is handed over
 */
export function useGivenPrompt(
  page: ChatPage,
  box: DraftBox,
  field: RefObject<HTMLTextAreaElement | null>,
  choose: (model: string, of?: number | null) => void
) {
  const { key: place, search, state } = useLocation()
  const navigate = useNavigate()
  const { status, user } = useSession()
  const followed = useRef<string | null>(null)

  useEffect(() => {
    const query = new URLSearchParams(search)
    const handed = handedOver.parse(state ?? {})
    const given = beginningOf(promptOf(query.get('prompt') ?? ''), lengthMax) || handed.prompt || ''
    const wanted = query.get('model') ?? handed.model ?? ''
    // The draft belongs to one user: wait until the session says which.
    const waiting = status === 'loading' || (status === 'signed-in' && user === null)
    if ((!given && !handed.model) || query.has('open') || query.has('chat') || waiting || followed.current === place)
      return
    followed.current = place
    const before = box.draft()
    const isHanded = handed.model !== undefined
    const next: Written = isHanded
      ? { prompt: given, files: handed.files ?? [], role: handed.role ?? null }
      : // A link says nothing of files and roles.
        { ...before, prompt: given }
    const write = ({ prompt, files, role }: Written) => box.put({ ...box.draft(), prompt, files, role })
    const isGiven = isHanded ? !isEmpty(next) : given !== ''
    const isLost = isHanded ? !isEmpty(before) : before.prompt.trim() !== ''
    if (isGiven) write(next)
    const model = findChatModel(page.service, wanted)
    if (model?.page === page.path) choose(model.id, null)
    if (isGiven && isLost && !isSame(before, next))
      notify.info(isHanded ? 'Ваш запрос заменил здешний черновик' : 'Запрос из ссылки заменил ваш черновик', {
        label: 'Вернуть',
        onClick: () => write(before)
      })
    field.current?.focus()
    void navigate(page.path, { replace: true })
  }, [place, search, state, status, user, page, box, field, choose, navigate])

  return ({ id, page: wanted }: ChatModel) => {
    if (wanted === page.path) return choose(id)
    const draft = box.draft()
    const { prompt, files, role } = draft
    box.put({ ...draft, prompt: '', files: [], role: null })
    if (uploadsOf(box.key).length > 0) notify.info('Файлы, которые ещё загружаются, остались в прежнем чате')
    void navigate(wanted, {
      state: { prompt, model: id, files: [...files], role } satisfies z.output<typeof handedOver>
    })
  }
}
