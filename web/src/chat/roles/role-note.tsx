import { UserRoundCog } from 'lucide-react'
import { Button } from '../../base/ui/button.tsx'

/** Says at the beginning of a conversation that a role answers in it. */
export const RoleNote = ({ role, onOpen }: { role: string; onOpen: () => void }) => (
  <p className="mb-6 flex items-center justify-center gap-2 text-small text-ink-soft">
    <UserRoundCog size={16} aria-hidden className="shrink-0" />
    <span className="min-w-0 truncate">{`Отвечает в роли «${role}»`}</span>
    <Button variant="ghost" size="small" aria-haspopup="dialog" onClick={onOpen}>
      Инструкция
    </Button>
  </p>
)
