import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { catalogueRoles } from '#contract/catalogue/roles.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import type { Role, RoleOfConversation } from '#contract/roles.ts'
import { errorText } from '../../base/http/error-text.ts'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { notify } from '../../base/ui/notify.ts'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { forgetRole, isChanged, useEdited } from './kept-role.ts'
import { deleteRole, rolesQuery, saveRole } from './role-calls.ts'
import { RoleEditor } from './role-editor.tsx'

interface RolesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Those of the page. */
  models: readonly ShownModel[]
  onPick: (role: RoleOfConversation, model: string | null) => void
}

/** Who answers in a new conversation: the roles that everybody has, and the user's own. */
export function RolesDialog({ open, onOpenChange, models, onPick }: RolesDialogProps) {
  const { user } = useSession()
  const [edited, setEdited, isSaved] = useEdited()
  const [isBack, setBack] = useState(false)
  if (isSaved) {
    setEdited(null)
    setBack(open)
  }
  const change = (next: boolean) => {
    onOpenChange(next)
    setBack(false)
    if (edited && !isChanged(edited)) setEdited(null)
  }
  const edit = (role: Role | null) =>
    setEdited({ name: '', instruction: '', model: null, ...role, role, begun: {}, owner: user?.id })
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={edited ? (edited.role ? 'Изменить роль' : 'Новая роль') : 'Кто будет отвечать'}
      staysOnOutsideClick={edited !== null}
      className="max-w-3xl!"
    >
      <div className="mt-5">
        {edited ? (
          <RoleEditor
            edited={edited}
            models={models}
            onChange={setEdited}
            onSaved={(role, sent) => {
              forgetRole(sent)
              setEdited((now) => (now === sent ? null : now?.begun === sent.begun ? { ...now, role } : now))
              setBack(true)
            }}
            onClose={() => {
              setEdited(null)
              setBack(true)
            }}
          />
        ) : (
          <div className="flex flex-col gap-6">
            {user && <OwnRoles onPick={onPick} onEdit={edit} isBack={isBack} />}
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
    <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 md:grid-cols-3">{children}</ul>
  </section>
)

const cardClass =
  'flex h-full w-full flex-col rounded-control border border-line p-3 text-left transition hover:border-line-strong'

const Card = ({ name, text, onPick }: { name: string; text: string; onPick: () => void }) => (
  <button type="button" onClick={onPick} className={cardClass}>
    <span className="w-full truncate pr-6 text-small font-medium">{name}</span>
    <span className="mt-0.5 line-clamp-2 text-caption wrap-anywhere text-ink-soft">{text}</span>
  </button>
)

interface OwnRolesProps extends Pick<RolesDialogProps, 'onPick'> {
  onEdit: (role: Role | null) => void
  /** The editor, which had the focus, is gone. */
  isBack: boolean
}

function OwnRoles({ onPick, onEdit, isBack }: OwnRolesProps) {
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
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus comes back from the editor
          autoFocus={isBack}
          onClick={() => onEdit(null)}
          className="h-full! min-h-17 w-full"
        >
          Своя роль
        </Button>
      </li>
    </Group>
  )
}

const tried = (change: Promise<unknown>, failed: string): Promise<unknown> =>
  change.catch((error: unknown) => notify.error(errorText(error, failed)))

/** @returns takes what gets the focus when the component has left the page and has taken it along */
function useFocusAfter() {
  const next = useRef<HTMLElement | null>(null)
  useEffect(
    () => () =>
      void setTimeout(() => {
        if (document.activeElement?.matches('body, [role=dialog]')) next.current?.focus()
      }),
    []
  )
  return (element: HTMLElement | null | undefined) => {
    next.current = element ?? null
  }
}

interface OwnRoleProps extends Pick<RolesDialogProps, 'onPick'> {
  role: Role
  onEdit: (role: Role) => void
}

function OwnRole({ role, onPick, onEdit }: OwnRoleProps) {
  const queries = useQueryClient()
  const { name, instruction, model } = role
  const bringBack = () => void tried(saveRole(queries, null, { name, instruction, model }), 'Не удалось вернуть роль')
  const row = useRef<HTMLLIElement>(null)
  const focusAfter = useFocusAfter()
  const remove = async () => {
    // «Своя роль» comes after the last one.
    focusAfter(row.current?.nextElementSibling?.querySelector('button'))
    await deleteRole(queries, role.id)
    notify.success('Роль удалена', { label: 'Вернуть', onClick: bringBack })
  }
  return (
    <li ref={row} className="relative">
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
        <MenuItem
          icon={<Trash2 size={16} />}
          onSelect={() => void tried(remove(), 'Не удалось удалить роль')}
          className="text-danger"
        >
          Удалить
        </MenuItem>
      </Menu>
    </li>
  )
}
