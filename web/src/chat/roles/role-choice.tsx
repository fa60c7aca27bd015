import { UserRoundCog, X } from 'lucide-react'
import type { ShownModel } from '#contract/catalogue/models.ts'
import type { RoleOfConversation } from '#contract/roles.ts'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { useLateDialog } from '../../base/ui/use-late-dialog.ts'
import { lateDialog } from '../../base/ui/late-dialog.tsx'

const RolesDialog = lateDialog(async () => (await import('./roles-dialog.tsx')).RolesDialog)

interface RoleChoiceProps {
  role: RoleOfConversation | null
  models: readonly ShownModel[]
  onChange: (role: RoleOfConversation | null, model: string | null) => void
}

/** Who answers in the conversation that is about to begin. */
export function RoleChoice({ role, models, onChange }: RoleChoiceProps) {
  const { open, setOpen, wasOpened, show } = useLateDialog()
  return (
    <div className="flex min-h-11 min-w-0 items-center gap-1">
      <Button
        variant={role ? 'secondary' : 'ghost'}
        size="small"
        aria-haspopup="dialog"
        icon={<UserRoundCog size={16} aria-hidden />}
        onClick={show}
        className="min-w-0"
      >
        <span className="truncate">{role ? `Роль: ${role.name}` : 'Выбрать роль'}</span>
      </Button>
      {role && <IconButton label="Без роли" size="small" icon={<X size={16} />} onClick={() => onChange(null, null)} />}
      {wasOpened && (
        <RolesDialog
          open={open}
          onOpenChange={setOpen}
          models={models}
          onPick={(picked, model) => {
            setOpen(false)
            onChange(picked, model)
          }}
        />
      )}
    </div>
  )
}

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
