import { useState } from 'react'
import { SquarePen } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { type ChatPath, chatPaths } from '#contract/catalogue/chat.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { defaultOnPage } from '#contract/catalogue/models.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { errorText } from '../../base/http/error-text.ts'
import { modelsNow } from '../../base/session/models.ts'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { Button } from '../../base/ui/button.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Select } from '../../base/ui/select.tsx'
import { chatLink } from '../conversations/addresses.ts'
import { chatPageOf } from '../texts/chat-pages.ts'
import { beginChat } from './project-calls.ts'
import type { ProjectDialogProps } from './project-dialog.tsx'

interface NewChatProps extends Pick<ProjectDialogProps, 'asked'> {
  folderId: number
  onBegun: () => void
}

/** Begins a chat of any service in the folder. */
export function NewChat({ folderId, asked, onBegun }: NewChatProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isUnconnected = useUnconnected()
  const here = chatPaths.find((path) => path === pathname) ?? '/chatgpt'
  const [path, setPath] = useState<ChatPath>(here)
  const beginning = useSingleMutation({
    mutationFn: (wanted: ChatPath) => {
      const page = chatPageOf(wanted)
      const model =
        asked?.page.path === wanted ? asked.model.id : (defaultOnPage(modelsNow(), wanted)?.id ?? page.defaultModel)
      return beginChat(queries, folderId, page, model)
    },
    onSuccess: (id) => {
      onBegun()
      void navigate(chatLink(path, id))
    },
    onError: (error) => notify.error(errorText(error, 'Ошибка при создании чата'))
  })
  const options = chatPaths
    .filter((one) => one === here || !isUnconnected(one))
    .map((one) => ({ value: one, label: tools[one].title }))
  return (
    <section aria-label="Новый чат в проекте" className="flex flex-wrap items-center gap-3">
      <Select
        label="Сервис"
        value={path}
        options={options}
        onChange={(chosen) => setPath(chatPaths.find((one) => one === chosen) ?? path)}
        disabled={beginning.isPending}
      />
      <Button
        variant="secondary"
        icon={<SquarePen size={17} aria-hidden />}
        busy={beginning.isPending}
        onClick={() => beginning.start(path)}
      >
        Новый чат в проекте
      </Button>
    </section>
  )
}
