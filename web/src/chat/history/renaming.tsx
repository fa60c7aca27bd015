import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { errorText } from '../../base/http/error-text.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { renameConversation } from '../conversations/conversations.ts'
import { NameForm } from './name-form.tsx'

const lengthMax = 200

/** Gives a conversation another name. @param candidate null: the dialog is closed */
export const RenameDialog = ({ candidate, onClose }: { candidate: Conversation | null; onClose: () => void }) => (
  <Dialog open={candidate !== null} onOpenChange={(open) => !open && onClose()} title="Переименовать чат">
    {candidate && <RenameForm key={candidate.id} conversation={candidate} onClose={onClose} />}
  </Dialog>
)

function RenameForm({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const queries = useQueryClient()
  const renaming = useSingleMutation({
    mutationFn: (wanted: string) => renameConversation(queries, conversation, wanted),
    onSuccess: onClose,
    onError: (error) => notify.error(errorText(error, 'Не удалось переименовать чат'))
  })
  return (
    <NameForm
      name={conversation.title}
      lengthMax={lengthMax}
      busy={renaming.isPending}
      onSubmit={renaming.start}
      onCancel={onClose}
    />
  )
}
