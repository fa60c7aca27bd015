import { useId } from 'react'
import { formOf } from '#contract/counted.ts'
import type { ReadyChannel, ReadySettings } from '#contract/ready.ts'
import { Button } from '../../base/ui/button.tsx'
import { ErrorState } from '../../base/ui/states.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { canPush, isPushDenied } from '../../media/ready/browser-push.ts'
import { deniedText, useReady } from '../../media/ready/use-ready.ts'

/** How the user hears that a long job is ready, and whether this browser shows messages. */
export function ReadyChoice({ email }: { email: string }) {
  const { settings, here, isError, reload, busy, choose, allowHere, forgetHere } = useReady()
  const name = useId()
  if (isError && !settings) return <ErrorState text="Не удалось загрузить настройку" onRetry={reload} />
  if (!settings) return <Skeleton className="h-40 max-w-md lg:h-35" />
  const chosen = settings.channel ?? 'none'
  const offersBrowser = canPush()

  const choices: { channel: ReadyChannel; label: string; text: string; choose: () => void }[] = [
    {
      channel: 'browser',
      label: 'Сообщение в браузере',
      text: offersBrowser ? 'даже когда сайт закрыт' : 'этот браузер их не показывает',
      choose: () => void allowHere()
    },
    { channel: 'mail', label: 'Письмо', text: `на ${email}, если сайт закрыт`, choose: () => void choose('mail') },
    { channel: 'none', label: 'Не сообщать', text: 'всё найдётся в «Моих работах»', choose: () => void choose('none') }
  ]
  return (
    <>
      {/* Not disabled: the choice would lose the focus to its own press. */}
      <fieldset aria-disabled={busy} className="flex flex-col gap-1 dims">
        <legend className="sr-only">Как сообщать о готовых работах</legend>
        {choices.map(({ channel, label, text, choose: pick }) => (
          <label
            key={channel}
            className="flex min-h-11 cursor-pointer items-center gap-3 has-disabled:cursor-not-allowed"
          >
            <input
              type="radio"
              name={name}
              checked={chosen === channel}
              disabled={channel === 'browser' && !offersBrowser && chosen !== 'browser'}
              onChange={() => busy || pick()}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">
              <span>{label}</span> <span className="text-small text-ink-soft">{`· ${text}`}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen === 'browser' && (
        <Device
          settings={settings}
          here={here ?? null}
          busy={busy}
          onAllow={offersBrowser ? () => void allowHere() : null}
          onForget={() => void forgetHere()}
        />
      )}
    </>
  )
}

interface DeviceProps {
  settings: ReadySettings
  here: string | null
  busy: boolean
  /** Null where this browser cannot show messages. */
  onAllow: (() => void) | null
  onForget: () => void
}

/** The switch of this device, and how many others there are. */
function Device({ settings: { devices }, here, busy, onAllow, onForget }: DeviceProps) {
  const isOn = devices.some(({ id }) => id === here)
  const others = devices.length - (isOn ? 1 : 0)
  return (
    <div className="mt-3 flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-sunken p-4 text-small">
      <p className="min-w-0 grow basis-56">
        <span className="block font-medium">{`На этом устройстве ${isOn ? 'включено' : 'выключено'}`}</span>
        {!isOn && isPushDenied() && <span className="block text-ink-soft">{deniedText}</span>}
        {others > 0 && (
          <span className="block text-ink-soft">
            {`Включено ещё на ${others} ${formOf(others, ['устройстве', 'устройствах', 'устройствах'])}`}
          </span>
        )}
      </p>
      {isOn ? (
        <Button variant="secondary" size="small" busy={busy} onClick={onForget}>
          Выключить здесь
        </Button>
      ) : (
        onAllow && (
          <Button variant="secondary" size="small" busy={busy} onClick={onAllow}>
            Включить здесь
          </Button>
        )
      )}
    </div>
  )
}
