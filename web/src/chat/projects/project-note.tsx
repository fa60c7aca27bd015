// What the project of a chat sends with its next question, above the composer.
import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { useCost } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { useLateDialog } from '../../base/ui/use-late-dialog.ts'
import { lateDialog } from '../../base/ui/late-dialog.tsx'
import { useConversations } from '../conversations/use-conversations.ts'
import { hasSomething, shortSending } from './project-words.ts'
import { projectQuery } from './use-project.ts'

const ProjectDialog = lateDialog(
  async () => (await import('./project-dialog.tsx')).ProjectDialog,
  ({ folder }) => folder !== null
)

interface ProjectNoteProps {
  folderId: number
  page: ChatPage
  /** To which a question would go. */
  model: ShownModel
}

export function ProjectNote({ folderId, page, model }: ProjectNoteProps) {
  const { data, isError, isFetching, refetch } = useQuery(
    projectQuery(folderId, { service: page.service, model: model.id })
  )
  const folder = useConversations('all').folders.find(({ id }) => id === folderId)
  const { costOf } = useCost()
  const { open, setOpen, wasOpened, show } = useLateDialog()
  const dialog = wasOpened && (
    <ProjectDialog
      folder={open ? { id: folderId, name: folder?.name ?? '' } : null}
      asked={{ page, model }}
      onClose={() => setOpen(false)}
    />
  )
  if (isError && !data)
    return (
      <div role="alert" className="mb-2 flex flex-wrap items-center gap-2 px-4 text-caption text-ink-soft">
        <span>Не удалось узнать, что отправит проект этого чата</span>
        <Button size="small" variant="ghost" busy={isFetching} onClick={() => void refetch()}>
          Повторить
        </Button>
      </div>
    )
  return (
    <div className="mb-1 flex px-2">
      {data && hasSomething(data) && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={show}
          className="flex min-h-8 min-w-0 items-center gap-2 rounded-control px-2 text-left text-caption text-ink-soft transition hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
        >
          <FolderOpen size={15} aria-hidden className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {`Проект${folder ? ` «${folder.name}»` : ''}: ${shortSending(data, costOf)}`}
          </span>
        </button>
      )}
      {dialog}
    </div>
  )
}
