import { lazy, Suspense, useState } from 'react'
import { UserRoundCog } from 'lucide-react'
import type { Conversation } from '#contract/chats.ts'
import { Button } from '../../base/ui/button.tsx'

const InstructionDialog = lazy(async () => ({ default: (await import('./instruction-dialog.tsx')).InstructionDialog }))

interface InstructionProps {
  /** Whose instruction is shown; null: none. */
  conversation: Conversation | null
  onClose: () => void
}

/** The dialog, loaded when it is opened first. It stays, so that closing can be animated. */
export function Instruction({ conversation, onClose }: InstructionProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (conversation && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <InstructionDialog conversation={conversation} onClose={onClose} />
      </Suspense>
    )
  )
}

/** Says at the beginning of a conversation that a role answers in it. */
export const RoleNote = ({ role, onOpen }: { role: string; onOpen: () => void }) => (
  <p className="mb-6 flex items-center justify-center gap-2 text-small text-ink-soft">
    <UserRoundCog size={16} aria-hidden className="shrink-0" />
    <span className="min-w-0 truncate">Отвечает в роли «{role}»</span>
    <Button variant="ghost" size="small" aria-haspopup="dialog" onClick={onOpen}>
      Инструкция
    </Button>
  </p>
)
