import type { Conversation } from '#contract/chats.ts'
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
  const rename = useRenaming()
  return (
    <Dialog open={open} onOpenChange={(wanted) => !wanted && onClose()} title="Переименовать чат">
      <NameForm
        name={conversation.title}
        lengthMax={titleLengthMax}
        busy={false}
        onSubmit={(title) => {
          rename(conversation, title)
          onClose()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
