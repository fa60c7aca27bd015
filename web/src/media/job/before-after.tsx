import { useState } from 'react'
import { MoveHorizontal } from 'lucide-react'

export interface BeforeAfterProps {
  before: string
  after: string
  /** Says what the pictures show. */
  name: string
  /** The picture before cannot be loaded any more. */
  onMissing: () => void
}

/**
 * Two pictures above each other with a movable border. The border is the browser's own slider, invisible over the whole
 * picture: arrow keys, touch and pointer move it.
 */
export function BeforeAfter({ before, after, name, onMissing }: BeforeAfterProps) {
  const [shownPercent, setShownPercent] = useState(50)
  return (
    <div className="group relative size-full touch-pan-y select-none">
      <img src={after} alt={`После: ${name}`} draggable={false} className={pictureClass} />
      {/* What is transparent in the result must not show the picture before it. */}
      <div style={{ clipPath: `inset(0 ${100 - shownPercent}% 0 0)` }} className="absolute inset-0 bg-sunken">
        <img src={before} alt="До" draggable={false} onError={onMissing} className={pictureClass} />
      </div>
      <Caption side="left" isHidden={shownPercent < 15}>
        До
      </Caption>
      <Caption side="right" isHidden={shownPercent > 85}>
        После
      </Caption>
      <span
        aria-hidden
        style={{ left: `${shownPercent}%` }}
        className="pointer-events-none absolute inset-y-0 grid w-0.5 -translate-x-1/2 place-items-center bg-raised shadow-raised group-has-focus-visible:bg-accent"
      >
        <span className="grid size-9 place-items-center rounded-full bg-raised text-ink shadow-raised group-has-focus-visible:outline-2 group-has-focus-visible:outline-accent">
          <MoveHorizontal size={18} />
        </span>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={shownPercent}
        aria-label="Граница между «до» и «после»"
        aria-valuetext={`Исходное изображение видно на ${shownPercent}%`}
        onChange={({ target }) => setShownPercent(target.valueAsNumber)}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0"
      />
    </div>
  )
}

const pictureClass = 'absolute inset-0 size-full object-contain'

const Caption = ({ side, isHidden, children }: { side: 'left' | 'right'; isHidden: boolean; children: string }) => (
  <span
    aria-hidden
    hidden={isHidden}
    className={`pointer-events-none absolute bottom-2 rounded-small bg-raised/90 px-1.5 py-0.5 text-caption text-ink ${side === 'left' ? 'left-2' : 'right-2'}`}
  >
    {children}
  </span>
)
