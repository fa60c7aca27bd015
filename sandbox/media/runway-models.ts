// The fields that Runway's models accept, by endpoint; only those that the site uses.
import { fields, integer, oneOf, text, type Rule } from './body-rules.ts'

export interface RunwayModel {
  rule: Rule
  /** Default duration; null: as long as the source. */
  seconds: number | null
  creditsPerSecond: number
}

const seed = integer(0, 4_294_967_295)
const promptText = text(1, 1000)
const contentModeration = fields({ publicFigureThreshold: oneOf('auto', 'low') })
const outputFormat = oneOf('mp4')
const uri = text(1, 8 * 1024 * 1024)
const duration = integer(2, 10)
const common = { promptText, seed, contentModeration, duration }
const shapes = oneOf('1280:720', '720:1280', '1104:832', '960:960', '832:1104', '1584:672')
const withImage = { ...common, promptImage: uri, ratio: shapes }

/** Up to five pictures, each at a share of the source's duration. */
const keyframe: Rule = (value, path) => {
  if (!Array.isArray(value) || value.length === 0 || value.length > 5)
    return { path, message: 'must have from 1 to 5 items' }
  const one = fields({ at: share, uri }, 'at', 'uri')
  return value.map((item, index) => one(item, `${path}.${index}`)).find((problem) => problem !== null) ?? null
}

const share: Rule = (value, path) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : { path, message: 'must be from 0 to 1' }

/** By endpoint, then by model. */
export const RUNWAY_MODELS: Readonly<Record<string, Readonly<Record<string, RunwayModel>>>> = {
  text_to_video: {
    'gen4.5': {
      rule: fields(
        { ...common, model: oneOf('gen4.5'), outputFormat, ratio: oneOf('1280:720', '720:1280') },
        'promptText',
        'ratio',
        'duration'
      ),
      seconds: 5,
      creditsPerSecond: 12
    }
  },
  image_to_video: {
    'gen4.5': {
      rule: fields(
        { ...withImage, model: oneOf('gen4.5'), outputFormat },
        'promptImage',
        'promptText',
        'ratio',
        'duration'
      ),
      seconds: 5,
      creditsPerSecond: 12
    },
    gen4_turbo: {
      rule: fields({ ...withImage, model: oneOf('gen4_turbo') }, 'promptImage', 'ratio'),
      seconds: 10,
      creditsPerSecond: 5
    }
  },
  video_to_video: {
    aleph2: {
      rule: fields(
        {
          model: oneOf('aleph2'),
          videoUri: uri,
          promptText: text(1, 1000),
          seed,
          contentModeration,
          outputFormat,
          keyframes: keyframe,
          targetAspectRatio: oneOf('16:9', '4:3', '3:2', '1:1', '2:3', '3:4', '9:16', '21:9')
        },
        'videoUri'
      ),
      seconds: null,
      creditsPerSecond: 28
    }
  }
}
