import type { Conversation } from '#contract/chats.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { NameForm } from '../../base/ui/name-form.tsx'
import { titleLengthMax, useRenaming } from './renaming.ts'

interface RenameDialogProps {
  conversation: Conversation
  open: boolean
  onClose: () => void
}

/** Another name for the chat that is open: its place in the list may be out of sight. */
export function RenameDialog({ conversation, open, onClose }: RenameDialogProps) {
  const rename = useRenaming(false)
  const renaming = useSingleMutation({
    mutationFn: (title: string) => rename(conversation, title),
    onSuccess: (isDone) => isDone && onClose()
  })
  return (
    <Dialog open={open} onOpenChange={(wanted) => !wanted && onClose()} title="Переименовать чат">
      <NameForm
        name={conversation.title}
        lengthMax={titleLengthMax}
        busy={renaming.isPending}
        onSubmit={renaming.start}
        onCancel={onClose}
      />
    </Dialog>
  )
}
