// The media adapters, by their names in the catalogue.
import type { MediaProvider as MediaProviderName } from '#contract/catalogue/entry.ts'
import { bflProvider } from './bfl.ts'
import type { BflSettings } from './bfl.ts'
import { elevenlabsProvider } from './elevenlabs.ts'
import type { ElevenlabsSettings } from './elevenlabs.ts'
import { googleVideoProvider } from './google-video.ts'
import type { GoogleVideoSettings } from './google-video.ts'
import { lumaProvider } from './luma.ts'
import type { LumaSettings } from './luma.ts'
import type { MediaOptions } from '../http/upstream-call.ts'
import type { MediaProvider } from './media.ts'
import { midjourneyProvider } from './midjourney.ts'
import type { MidjourneySettings } from './midjourney.ts'
import { openaiImageProvider } from './openai-image.ts'
import type { OpenaiSettings } from '../chat/environment-connections.ts'
import { runwayProvider } from './runway.ts'
import type { RunwaySettings } from './runway.ts'
import { stabilityProvider } from './stability.ts'
import type { StabilitySettings } from './stability.ts'

/** The part of the environment that the media adapters read; base URLs come without a final slash. */
export type MediaSettings = OpenaiSettings &
  MidjourneySettings &
  BflSettings &
  StabilitySettings &
  ElevenlabsSettings &
  LumaSettings &
  GoogleVideoSettings &
  RunwaySettings

/** @param options another `fetch` and other timeouts, for tests */
export function mediaProviderOf(
  name: MediaProviderName,
  settings: MediaSettings,
  options: MediaOptions = {}
): MediaProvider {
  switch (name) {
    case 'openai':
      return openaiImageProvider(settings, options)
    case 'midjourney':
      return midjourneyProvider(settings, options)
    case 'bfl':
      return bflProvider(settings, options)
    case 'stability':
      return stabilityProvider(settings, options)
    case 'elevenlabs':
      return elevenlabsProvider(settings, options)
    case 'luma':
      return lumaProvider(settings, options)
    case 'google':
      return googleVideoProvider(settings, options)
    case 'runway':
      return runwayProvider(settings, options)
    default:
      return name satisfies never
  }
}
