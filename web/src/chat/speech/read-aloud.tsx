import { useEffect, useSyncExternalStore } from 'react'
import { AudioLines, Square, Volume2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { priceOf } from '#contract/catalogue/price.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { elevenlabs } from '#contract/catalogue/voice.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { handing } from '../../base/page/handed-prompt.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { usePrices } from '../../base/session/prices.ts'
import { useCost } from '../../base/session/session.tsx'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { onNewPage, pageStore } from '../../base/storage/page-store.ts'
import { speechTextOf, languageOf, portionsOf } from './speech-text.ts'

/** As much as the page takes to which the text is brought. */
const voiceTextMax = Math.max(
  ...elevenlabs.parameters.map((parameter) => (parameter.kind === 'text' ? (parameter.lengthMax ?? 0) : 0))
)

/** Ends with a whole word, where there is one. */
function cut(text: string): string {
  const part = beginningOf(text, voiceTextMax)
  return /\s/.test(text.charAt(voiceTextMax)) ? part : part.replace(/(?<=\s)\S*$/, '').trimEnd() || part
}

/** Reads an answer aloud: at once and for nothing by the browser, or as a file by ElevenLabs, whose page then has the text. */
export function ReadAloud({ text }: { text: string }) {
  const isSpoken = useSyncExternalStore(
    onSpokenChange,
    () => spokenText() === text,
    () => false
  )
  // Its button to stop would be gone.
  useEffect(
    () => () => {
      if (spokenText() === text) stopSpeaking()
    },
    [text]
  )
  if (isSpoken)
    return <IconButton label="Остановить чтение" size="small" icon={<Square size={14} />} onClick={stopSpeaking} />
  return (
    <Menu trigger={<IconButton label="Прочитать вслух" size="small" icon={<Volume2 size={16} />} />}>
      <Voices text={text} />
    </Menu>
  )
}

/** Rendered while the menu is open: taking the words out of a long answer takes time. */
function Voices({ text }: { text: string }) {
  const navigate = useNavigate()
  const words = speechTextOf(text)
  const isCut = words.length > voiceTextMax
  const prompt = isCut ? cut(words) : words
  const { costOf, isCovered } = useCost()
  const price = priceOf(pricedEntry(elevenlabs, usePrices()), { prompt, voice: 'sarah' })
  return (
    <>
      {canSpeak() && (
        <MenuItem icon={<Volume2 size={16} />} onSelect={() => speak(text)}>
          Голосом браузера, бесплатно
        </MenuItem>
      )}
      <MenuItem icon={<AudioLines size={16} />} onSelect={() => void navigate(elevenlabs.path, handing(prompt))}>
        <span>
          <span>{`Файлом от ElevenLabs за ${formatTokens(costOf(price))}`}</span>
          {isCovered && <PremiumBadge className="ml-2" />}
          {isCut && (
            <span className="block text-caption text-ink-soft">{`Только начало: ${formatCount(prompt.length)} из ${formatCount(words.length)} символов`}</span>
          )}
        </span>
      </MenuItem>
    </>
  )
}

// Reads one text aloud at a time, with the voice of the browser.

/** Which text is read; null: none. */
const spoken = pageStore<string | null>(() => null)
onNewPage(() => stopSpeaking())

const onSpokenChange = spoken.subscribe
const spokenText = spoken.getState

const canSpeak = (): boolean => 'speechSynthesis' in window

function stopSpeaking(): void {
  if (canSpeak()) window.speechSynthesis.cancel()
  spoken.setState(null, true)
}

/** Reads the words of an answer, instead of what was read before. */
function speak(markdown: string): void {
  stopSpeaking()
  const portions = portionsOf(speechTextOf(markdown))
  if (portions.length === 0) return
  spoken.setState(markdown, true)
  // An utterance that was cancelled ends too: by then another text may be read.
  const ended = () => spoken.getState() === markdown && spoken.setState(null, true)
  portions.forEach((portion, index) => {
    const utterance = new SpeechSynthesisUtterance(portion)
    utterance.lang = languageOf(portion)
    if (index === portions.length - 1) utterance.addEventListener('end', ended)
    utterance.addEventListener('error', ended)
    window.speechSynthesis.speak(utterance)
  })
}
