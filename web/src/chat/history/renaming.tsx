import { useState, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Conversation } from '#contract/chats.ts'
import { errorText } from '../../base/http/error-text.ts'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { notify } from '../../base/ui/notify.ts'
import { TextField } from '../../base/ui/text-field.tsx'
import { renameConversation } from '../conversations/conversations.ts'

const lengthMax = 200

/** Gives a conversation another name. @param candidate null: the dialog is closed */
export const RenameDialog = ({ candidate, onClose }: { candidate: Conversation | null; onClose: () => void }) => (
  <Dialog open={candidate !== null} onOpenChange={(open) => !open && onClose()} title="Переименовать чат">
    {candidate && <RenameForm key={candidate.id} conversation={candidate} onClose={onClose} />}
  </Dialog>
)

function RenameForm({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const [title, setTitle] = useState(conversation.title)
  const queries = useQueryClient()
  const renaming = useSingleMutation({
    mutationFn: (wanted: string) => renameConversation(queries, conversation, wanted),
    onSuccess: onClose,
    onError: (error) => notify.error(errorText(error, 'Не удалось переименовать чат'))
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (title.trim() !== '') renaming.start(title.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-6">
      <TextField
        label="Название"
        name="title"
        autoComplete="off"
        maxLength={lengthMax}
        value={title}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={renaming.isPending} disabled={title.trim() === ''}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
