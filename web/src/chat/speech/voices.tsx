// Who reads an answer aloud: the items of its menu, which are loaded when that is reached for.
import { AudioLines, Volume2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { priceOf } from '#contract/catalogue/price.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { elevenlabs } from '#contract/catalogue/voice.ts'
import { beginningOf } from '#contract/cut-text.ts'
import { handing } from '../../base/page/handed-prompt.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { usePrices } from '../../base/session/prices.ts'
import { useCost } from '../../base/session/session.tsx'
import { useUnconnected } from '../../base/session/unconnected.ts'
import { PremiumBadge } from '../../base/ui/premium-badge.tsx'
import { MenuItem } from '../../base/ui/menu.tsx'
import { canSpeak, spoken, stopSpeaking } from './spoken.ts'
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

/** Rendered while the menu is open: taking the words out of a long answer takes time. */
export function Voices({ text }: { text: string }) {
  const navigate = useNavigate()
  const words = speechTextOf(text)
  const isCut = words.length > voiceTextMax
  const prompt = isCut ? cut(words) : words
  const { costOf, isCovered } = useCost()
  const hasFile = !useUnconnected()(elevenlabs.path)
  const price = priceOf(pricedEntry(elevenlabs, usePrices()), { prompt, voice: 'sarah' })
  return (
    <>
      {canSpeak() && (
        <MenuItem icon={<Volume2 size={16} />} onSelect={() => speak(text)}>
          Голосом браузера, бесплатно
        </MenuItem>
      )}
      {!canSpeak() && !hasFile && <p className="px-3 py-2 text-small">Этот браузер не читает вслух</p>}
      {hasFile && (
        <MenuItem icon={<AudioLines size={16} />} onSelect={() => void navigate(elevenlabs.path, handing(prompt))}>
          <span>
            <span>{`Файлом от ElevenLabs за ${formatTokens(costOf(price))}`}</span>
            {isCovered && <PremiumBadge className="ml-2" />}
            {isCut && (
              <span className="block text-caption text-ink-soft">{`Только начало: ${formatCount(prompt.length)} из ${formatCount(words.length)} символов`}</span>
            )}
          </span>
        </MenuItem>
      )}
    </>
  )
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
