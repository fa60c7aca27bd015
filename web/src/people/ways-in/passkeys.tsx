import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import {
  addPasskey,
  newPasskeyOptions,
  type Passkey,
  passkeysMax,
  removePasskey,
  renamePasskey
} from '#contract/second-step.ts'
import { formatDate, formatMoment } from '../../base/format/dates.ts'
import { callFresh } from '../../base/session/call-fresh.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { NameForm } from '../../base/ui/name-form.tsx'
import { notify } from '../../base/ui/notify.ts'
import { knowsPasskeys } from '../factor-fields.tsx'
import { deviceName } from '../device-name.ts'
import { ConfirmedChange } from './confirmed-change.tsx'
import { makePasskey } from './make-passkey.ts'
import { Part, Row, Rows } from './part.tsx'
import { useWaysChange } from './ways-in-calls.ts'

const nameLengthMax = 60

type Task = { kind: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys of the user: adding one, naming and removing them. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [task, setTask] = useState<Task | null>(null)
  const close = () => setTask(null)
  return (
    <Part
      title="Ключи доступа"
      text="Вход отпечатком, лицом или кодом устройства, без пароля. Ключ не украсть через поддельный сайт: он хранится у вас и подходит только к нашему."
    >
      {passkeys.length > 0 && (
        <Rows label="Ключи доступа">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onTask={setTask} />
          ))}
        </Rows>
      )}
      <AddPasskey count={passkeys.length} />
      {task?.kind === 'rename' && <Rename passkey={task.passkey} onClose={close} />}
      {task?.kind === 'remove' && (
        <ConfirmedChange
          open
          onOpenChange={close}
          title="Удалить ключ доступа?"
          text={`Войти ключом «${task.passkey.name}» больше не получится. Сам ключ удалите потом и на устройстве, в его настройках паролей.`}
          action="Удалить"
          done="Ключ доступа удалён"
          change={() => callFresh(removePasskey, { id: task.passkey.id })}
        />
      )}
    </Part>
  )
}

function AddPasskey({ count }: { count: number }) {
  const adding = useWaysChange({
    failed: 'Не удалось добавить ключ доступа',
    change: async () => {
      const { options, ticket } = await callFresh(newPasskeyOptions, {})
      const response = await makePasskey(options)
      if (response === null) return notify.info('Ключ доступа не добавлен: окно закрыто или время вышло')
      await callFresh(addPasskey, { ticket, response, name: deviceName(navigator.userAgent) })
      return notify.success('Ключ доступа добавлен')
    }
  })
  if (!knowsPasskeys())
    return <p className="text-small">Этот браузер не умеет ключи доступа. Откройте профиль в другом браузере.</p>
  if (count >= passkeysMax)
    return <p className="text-small">{`Ключей уже ${passkeysMax}. Чтобы добавить новый, удалите ненужный.`}</p>
  return (
    <Button variant="secondary" busy={adding.isPending} onClick={() => adding.start()}>
      Добавить ключ доступа
    </Button>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onTask: (task: Task) => void
}

function PasskeyRow({ passkey, onTask }: PasskeyRowProps) {
  const { name, isBackedUp, createdAt, usedAt } = passkey
  const used = usedAt === null ? 'ещё не использовался' : `последний вход ${formatMoment(usedAt)}`
  const kept = isBackedUp ? 'есть на всех ваших устройствах' : 'только на одном устройстве'
  return (
    <Row icon={<Fingerprint size={20} />} title={name} text={`Добавлен ${formatDate(createdAt)} · ${used} · ${kept}`}>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Переименовать ключ доступа «${name}»`}
        onClick={() => onTask({ kind: 'rename', passkey })}
      >
        Переименовать
      </Button>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Удалить ключ доступа «${name}»`}
        onClick={() => onTask({ kind: 'remove', passkey })}
      >
        Удалить
      </Button>
    </Row>
  )
}

function Rename({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const renaming = useWaysChange<string>({
    change: (wanted) => callFresh(renamePasskey, { id, name: wanted }),
    onDone: onClose,
    failed: 'Не удалось переименовать ключ доступа'
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Название ключа доступа"
      description="По нему вы узнаете, на каком он устройстве."
    >
      <NameForm
        name={name}
        lengthMax={nameLengthMax}
        busy={renaming.isPending}
        onSubmit={renaming.start}
        onCancel={onClose}
      />
    </Dialog>
  )
}
