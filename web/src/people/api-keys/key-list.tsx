import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { apiKeysMax } from '#contract/api-key-words.ts'
import { counted } from '#contract/counted.ts'
import { useModels } from '../../base/session/models.ts'
import { useServerNow } from '../../base/session/server-timer.ts'
import { Badge } from '../../base/ui/badge.tsx'
import { Button } from '../../base/ui/button.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { EmptyState, LoadFailure } from '../../base/ui/states.tsx'
import { apiKeysQuery } from './key-calls.ts'
import { KeyDialog, type KeyTask } from './key-dialogs.tsx'
import {
  hasExpired,
  keyForms,
  lifeInWords,
  limitsInWords,
  overlapInWords,
  spentInWords
} from '../../base/api/key-words.ts'

/** The user's keys, and what can be done with them. */
export function KeyList() {
  const { data: keys, isError, refetch } = useQuery(apiKeysQuery)
  const now = useServerNow()
  const [task, setTask] = useState<KeyTask | null>(null)
  const make = () => setTask({ kind: 'make' })
  if (!keys && isError) return <LoadFailure what="ключи" onRetry={() => void refetch()} />
  return (
    <>
      {!keys && <Skeleton className="h-67" />}
      {keys?.length === 0 && <NoKeys onMake={make} />}
      {keys && keys.length > 0 && <Keys keys={keys} now={now} onMake={make} onTask={setTask} />}
      {task && <KeyDialog task={task} onClose={() => setTask(null)} />}
    </>
  )
}

const NoKeys = ({ onMake }: { onMake: () => void }) => (
  <div className="rounded-card border border-line bg-raised">
    <EmptyState
      title="Ключей пока нет"
      text="С ключом редактор кода, бот или скрипт спрашивает модели сам, без сайта. Работа оплачивается вашими токенами."
      action={<MakeButton onMake={onMake} />}
    />
  </div>
)

const MakeButton = ({ onMake, isFull = false }: { onMake: () => void; isFull?: boolean }) => (
  <Button icon={<Plus size={17} aria-hidden />} off={isFull} onClick={onMake}>
    Создать ключ
  </Button>
)

interface KeysProps {
  keys: readonly ApiKey[]
  /** By the server's clock. */
  now: number
  onMake: () => void
  onTask: (task: KeyTask) => void
}

function Keys({ keys, now, onMake, onTask }: KeysProps) {
  // The expired ones take no room.
  const working = keys.filter((one) => !hasExpired(one, now)).length
  const isFull = working >= apiKeysMax
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-small text-ink-soft">
          {isFull
            ? `Ключей уже ${apiKeysMax}. Удалите ненужный, чтобы создать новый.`
            : `${counted(working, keyForms)} из ${apiKeysMax}${working < keys.length ? ', истёкшие не в счёт' : ''}`}
        </p>
        <MakeButton onMake={onMake} isFull={isFull} />
      </div>
      <ul aria-label="Ключи" className="divide-y divide-line rounded-card border border-line bg-raised">
        {keys.map((apiKey) => (
          <KeyRow key={apiKey.id} apiKey={apiKey} now={now} onTask={(kind) => onTask({ kind, apiKey })} />
        ))}
      </ul>
    </div>
  )
}

interface KeyRowProps {
  apiKey: ApiKey
  now: number
  onTask: (kind: Exclude<KeyTask['kind'], 'make'>) => void
}

function KeyRow({ apiKey, now, onTask }: KeyRowProps) {
  const models = useModels()
  const { name, hint } = apiKey
  const overlap = overlapInWords(apiKey, now)
  const spent = spentInWords(apiKey)
  return (
    <li className="flex items-start gap-3 py-3 pr-2 pl-4">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="wrap-anywhere">{name}</span>
          <span translate="no" className="font-mono text-small font-normal text-ink-soft">
            {hint}
          </span>
          {hasExpired(apiKey, now) && <Badge tone="danger">Истёк</Badge>}
        </p>
        <p className="mt-1 text-small wrap-anywhere">{limitsInWords(apiKey, models)}</p>
        <p className="mt-0.5 text-caption text-ink-soft">{lifeInWords(apiKey, now)}</p>
        {spent !== null && <p className="mt-0.5 text-caption text-ink-soft">{spent}</p>}
        {overlap !== null && <p className="mt-0.5 text-caption text-ink-soft">{overlap}</p>}
      </div>
      <Menu align="end" trigger={<IconButton label={`Действия с ключом «${name}»`} icon={<Ellipsis size={18} />} />}>
        <MenuItem icon={<Pencil size={16} />} onSelect={() => onTask('change')}>
          Изменить
        </MenuItem>
        <MenuItem icon={<RefreshCw size={16} />} onSelect={() => onTask('replace')}>
          Перевыпустить
        </MenuItem>
        <MenuItem icon={<Trash2 size={16} />} onSelect={() => onTask('delete')} className="text-danger">
          Удалить
        </MenuItem>
      </Menu>
    </li>
  )
}
