import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { Square, Volume2 } from 'lucide-react'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { late } from '../../base/page/late.ts'
import { spoken, stopSpeaking } from './spoken.ts'

const load = () => import('./voices.tsx')
const preload = () => void load().catch(() => undefined)
const Voices = late(async () => (await load()).Voices)

/** Reads an answer aloud: at once and for nothing by the browser, or as a file by ElevenLabs, whose page then has the text. */
export function ReadAloud({ text }: { text: string }) {
  const isSpoken = useSyncExternalStore(
    spoken.subscribe,
    () => spoken.getState() === text,
    () => false
  )
  // Its button to stop would be gone.
  useEffect(
    () => () => {
      if (spoken.getState() === text) stopSpeaking()
    },
    [text]
  )
  if (isSpoken)
    return <IconButton label="Остановить чтение" size="small" icon={<Square size={14} />} onClick={stopSpeaking} />
  return (
    <Menu
      trigger={
        <IconButton
          label="Прочитать вслух"
          size="small"
          icon={<Volume2 size={16} />}
          onPointerEnter={preload}
          onFocus={preload}
        />
      }
    >
      <Suspense fallback={<div className="h-22 w-64" />}>
        <Voices text={text} />
      </Suspense>
    </Menu>
  )
}
