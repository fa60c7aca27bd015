import type { Conversation } from '#contract/chats.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'

interface DeleteDialogProps {
  candidate: Conversation | null
  deleting: boolean
  onConfirm: () => void
  onCancel: () => void
}

export const DeleteDialog = ({ candidate, deleting, onConfirm, onCancel }: DeleteDialogProps) => (
  <Dialog
    open={candidate !== null}
    onOpenChange={(open) => !open && onCancel()}
    title="Удалить чат?"
    description={`«${candidate?.title.trim() || 'Без названия'}» и все его сообщения исчезнут насовсем.`}
  >
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onCancel}>
        Отмена
      </Button>
      <Button variant="danger" busy={deleting} onClick={onConfirm}>
        Удалить
      </Button>
    </div>
  </Dialog>
)
