import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memoryQuery } from '../../base/memory/memory-calls.ts'
import { MemoryLines } from '../../base/memory/memory-lines.tsx'
import { CheckBox } from '../../base/ui/check-box.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { type MemoryPlace, useMemoryOff, useSettingChatMemory } from './chat-memory.ts'

interface MemoryDialogProps extends MemoryPlace {
  open: boolean
  onClose: () => void
}

/** What the models remember, and whether this chat is told it. */
export const MemoryDialog = ({ open, onClose, ...place }: MemoryDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(wanted) => !wanted && onClose()}
    title="Память"
    description="Эти записи модели получают с каждым вопросом. Добавляете и удаляете их только вы."
    staysOnOutsideClick
    className="max-w-lg!"
  >
    <div className="mt-5 flex flex-col gap-4">
      <MemoryLines />
      <ThisChat {...place} />
    </div>
  </Dialog>
)

function ThisChat(place: MemoryPlace) {
  const { data: memory } = useQuery(memoryQuery)
  const off = useMemoryOff(place)
  if (!memory?.isOn) return null
  return (
    <>
      {off === 'project' && (
        <p className="text-small text-ink-soft">В проекте этого чата память выключена: модели её не получают.</p>
      )}
      {place.conversationId !== null && <ChatSwitch id={place.conversationId} isOff={off === 'chat'} />}
    </>
  )
}

function ChatSwitch({ id, isOff }: { id: number; isOff: boolean }) {
  const setting = useSettingChatMemory(useQueryClient(), id)
  return (
    <CheckBox
      label="Не использовать память в этом чате"
      checked={isOff}
      busy={setting.isPending}
      onChange={({ target: { checked } }) => setting.mutate(!checked)}
    />
  )
}
