import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { answeringText } from '#contract/catalogue/answering.ts'
import { catalogueRoles } from '#contract/catalogue/roles.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { type Role, type RoleOfConversation, instructionLengthMax, roleNameLengthMax } from '#contract/roles.ts'
import { errorText } from '../../base/http/error-text.ts'
import { useCost, useSession } from '../../base/session/session.tsx'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { useSingleMutation } from '../../base/form/use-single-mutation.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { Select } from '../../base/ui/select.tsx'
import { TextArea, TextField } from '../../base/ui/text-field.tsx'
import { deleteRole, rolesQuery, saveRole, type WrittenRole } from './role-calls.ts'

interface RolesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Those of the page. */
  models: readonly ShownModel[]
  onPick: (role: RoleOfConversation, model: string | null) => void
}

/** Who answers in a new conversation: the roles that everybody has, and the user's own. */
export function RolesDialog({ open, onOpenChange, models, onPick }: RolesDialogProps) {
  /** Null: a new role is written; undefined: none. */
  const [edited, setEdited] = useState<Role | null | undefined>(undefined)
  const { user } = useSession()
  const change = (next: boolean) => {
    onOpenChange(next)
    if (!next) setEdited(undefined)
  }
  const isEditing = edited !== undefined
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={isEditing ? (edited ? 'Изменить роль' : 'Новая роль') : 'Кто будет отвечать'}
      staysOnOutsideClick={isEditing}
      className="max-w-3xl!"
    >
      <div className="mt-5">
        {isEditing ? (
          <RoleEditor key={edited?.id ?? 0} role={edited} models={models} onClose={() => setEdited(undefined)} />
        ) : (
          <div className="flex flex-col gap-6">
            {user && <OwnRoles onPick={onPick} onEdit={setEdited} />}
            <Group title="Готовые роли">
              {catalogueRoles.map(({ name, summary, instruction }) => (
                <li key={name}>
                  <Card name={name} text={summary} onPick={() => onPick({ name, instruction }, null)} />
                </li>
              ))}
            </Group>
          </div>
        )}
      </div>
    </Dialog>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-2 text-small font-medium text-ink-faint">{title}</h3>
    <ul className="grid gap-2 sm:grid-cols-2 md:grid-cols-3">{children}</ul>
  </section>
)

const cardClass =
  'flex h-full w-full flex-col rounded-control border border-line p-3 text-left transition hover:border-line-strong'

const Card = ({ name, text, onPick }: { name: string; text: string; onPick: () => void }) => (
  <button type="button" onClick={onPick} className={cardClass}>
    <span className="w-full truncate pr-6 text-small font-medium">{name}</span>
    <span className="mt-0.5 line-clamp-2 text-caption text-ink-soft">{text}</span>
  </button>
)

function OwnRoles({ onPick, onEdit }: Pick<RolesDialogProps, 'onPick'> & { onEdit: (role: Role | null) => void }) {
  const roles = useQuery(rolesQuery)
  return (
    <Group title="Мои роли">
      {roles.isPending && (
        <li aria-hidden>
          <Skeleton className="h-17" />
        </li>
      )}
      {roles.isError && (
        <li className="col-span-full">
          <LoadFailure what="роли" onRetry={() => void roles.refetch()} />
        </li>
      )}
      {roles.data?.map((role) => (
        <OwnRole key={role.id} role={role} onPick={onPick} onEdit={onEdit} />
      ))}
      <li>
        <Button
          variant="secondary"
          icon={<Plus size={17} aria-hidden />}
          onClick={() => onEdit(null)}
          className="h-full! min-h-17 w-full"
        >
          Своя роль
        </Button>
      </li>
    </Group>
  )
}

interface OwnRoleProps extends Pick<RolesDialogProps, 'onPick'> {
  role: Role
  onEdit: (role: Role) => void
}

function OwnRole({ role, onPick, onEdit }: OwnRoleProps) {
  const queries = useQueryClient()
  const { name, instruction, model } = role
  const remove = () =>
    deleteRole(queries, role.id).catch((error: unknown) => notify.error(errorText(error, 'Не удалось удалить роль')))
  return (
    <li className="relative">
      <Card name={name} text={instruction} onPick={() => onPick({ name, instruction }, model)} />
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`Действия с ролью «${name}»`}
            size="small"
            icon={<Ellipsis size={16} />}
            className="absolute! top-1 right-1"
          />
        }
      >
        <MenuItem icon={<Pencil size={16} />} onSelect={() => onEdit(role)}>
          Изменить
        </MenuItem>
        <MenuItem icon={<Trash2 size={16} />} onSelect={() => void remove()} className="text-danger">
          Удалить
        </MenuItem>
      </Menu>
    </li>
  )
}

interface RoleEditorProps {
  /** Null: a new one. */
  role: Role | null
  models: readonly ShownModel[]
  onClose: () => void
}

/** Stands for the model of the page, because an option needs a value. */
const pageModel = 'page'

/** Writes a role of the user's own. */
function RoleEditor({ role, models, onClose }: RoleEditorProps) {
  const queries = useQueryClient()
  const [name, setName] = useState(role?.name ?? '')
  const [instruction, setInstruction] = useState(role?.instruction ?? '')
  const [model, setModel] = useState(role?.model ?? null)
  const saving = useSingleMutation({
    mutationFn: (written: WrittenRole) => saveRole(queries, role?.id ?? null, written),
    onSuccess: onClose,
    onError: (error) => notify.error(errorText(error, 'Не удалось сохранить роль'))
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isComplete) saving.start({ name: name.trim(), instruction: instruction.trim(), model })
  }
  const isComplete = name.trim() !== '' && instruction.trim() !== ''
  const { costOf, isCovered } = useCost()
  const options = models.map((one) => ({
    value: one.id,
    label: one.name,
    detail: answeringText(one) ?? '',
    note: formatTokens(costOf(one.priceTokens))
  }))
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label="Название"
        name="role-name"
        autoComplete="off"
        placeholder="Например: Помощник по диплому"
        maxLength={roleNameLengthMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Инструкция"
        name="role-instruction"
        hint="Кто отвечает, для кого, в каком виде, чего не делать. Действует в каждом ответе беседы."
        rows={7}
        maxLength={instructionLengthMax}
        value={instruction}
        onChange={(event) => setInstruction(event.target.value)}
        className="max-h-[40dvh] min-h-40"
      />
      <Select
        label="Модель"
        value={models.some(({ id }) => id === model) ? (model ?? pageModel) : pageModel}
        options={[{ value: pageModel, label: 'Модель, выбранная на странице' }, ...options]}
        onChange={(chosen) => setModel(chosen === pageModel ? null : chosen)}
        mark={isCovered && <PremiumBadge />}
        className="self-start"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={saving.isPending} disabled={!isComplete}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
