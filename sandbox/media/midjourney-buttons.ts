// The buttons under Midjourney's messages, as the proxy lists them with a task, and what each of them does.
import { variantSeed, type Scene } from './midjourney-grid.ts'

/** As tasks name what they do. */
export type TaskAction = 'IMAGINE' | 'UPSCALE' | 'VARIATION' | 'REROLL' | 'ZOOM' | 'PAN'

export interface Button {
  customId: string
  emoji: string
  label: string
  type: 2
  style: 2
}

/** A change of a picture, by a button or by `/submit/change`. */
export interface Change {
  action: TaskAction
  /** Of the bot's command, like `/up 1790 U2`. */
  name: string
  scene: Scene
}

interface Offer {
  /** The part of the custom id before the message's own id. */
  code: string
  /** Ids of a picture that stands alone end so. */
  solo: boolean
  label: string
  emoji: string
  change(scene: Scene): Change
}

const changed = (scene: Scene, name: string, aspect = scene.aspect): Scene => ({
  text: scene.text,
  aspect,
  seed: `${scene.seed} ${name}`,
  label: [scene.label, name].filter(Boolean).join(' '),
  single: false
})

export const enlarged = (scene: Scene, variant: number): Change => ({
  action: 'UPSCALE',
  name: `U${variant}`,
  scene: {
    ...scene,
    seed: variantSeed(scene, variant),
    label: [scene.label, `U${variant}`].filter(Boolean).join(' '),
    single: true
  }
})

export const varied = (scene: Scene, variant: number): Change => ({
  action: 'VARIATION',
  name: `V${variant}`,
  scene: changed(scene, `V${variant}`)
})

export const rerolled = (scene: Scene): Change => ({ action: 'REROLL', name: 'R', scene: changed(scene, 'R') })

const ofVariant = (variant: number): Offer[] => [
  {
    code: `MJ::JOB::upsample::${variant}`,
    solo: false,
    label: `U${variant}`,
    emoji: '',
    change: (scene) => enlarged(scene, variant)
  },
  {
    code: `MJ::JOB::variation::${variant}`,
    solo: false,
    label: `V${variant}`,
    emoji: '',
    change: (scene) => varied(scene, variant)
  }
]

/** @param shown label and emoji of the button */
const solo = (
  code: string,
  [label, emoji]: readonly [string, string],
  [action, name]: readonly [TaskAction, string],
  grows = 1
): Offer => ({
  code,
  solo: true,
  label,
  emoji,
  change: (scene) => ({ action, name, scene: changed(scene, name, scene.aspect * grows) })
})

const ofSheet: readonly Offer[] = [
  ...[1, 2, 3, 4].flatMap(ofVariant),
  { code: 'MJ::JOB::reroll::0', solo: true, label: '', emoji: '🔄', change: rerolled }
]

/** A shift adds half of the picture on its side. */
const ofSingle: readonly Offer[] = [
  solo('MJ::JOB::low_variation::1', ['Vary (Subtle)', '🪄'], ['VARIATION', 'subtle']),
  solo('MJ::JOB::high_variation::1', ['Vary (Strong)', '🪄'], ['VARIATION', 'strong']),
  solo('MJ::Outpaint::50::1', ['Zoom Out 2x', '🔍'], ['ZOOM', 'zoom2']),
  solo('MJ::Outpaint::75::1', ['Zoom Out 1.5x', '🔍'], ['ZOOM', 'zoom1.5']),
  solo('MJ::JOB::pan_left::1', ['', '⬅️'], ['PAN', 'left'], 1.5),
  solo('MJ::JOB::pan_right::1', ['', '➡️'], ['PAN', 'right'], 1.5),
  solo('MJ::JOB::pan_up::1', ['', '⬆️'], ['PAN', 'up'], 1 / 1.5),
  solo('MJ::JOB::pan_down::1', ['', '⬇️'], ['PAN', 'down'], 1 / 1.5)
]

const offersOf = ({ single }: Scene): readonly Offer[] => (single ? ofSingle : ofSheet)

const customIdOf = ({ code, solo: isSolo }: Offer, hash: string) => `${code}::${hash}${isSolo ? '::SOLO' : ''}`

/** @param hash names the message */
export const buttonsOf = (scene: Scene, hash: string): Button[] =>
  offersOf(scene).map((offer) => ({
    customId: customIdOf(offer, hash),
    emoji: offer.emoji,
    label: offer.label,
    type: 2,
    style: 2
  }))

/** What the button does; null for one that the picture does not have. */
export const changeByButton = (scene: Scene, hash: string, customId: string): Change | null =>
  offersOf(scene)
    .find((offer) => customIdOf(offer, hash) === customId)
    ?.change(scene) ?? null
