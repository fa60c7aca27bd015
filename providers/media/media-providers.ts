// The media adapters, by the wires that they speak.
import type { MediaWire } from '#contract/supplier-dialects.ts'
import type { Account } from '../http/connection.ts'
import type { MediaOptions } from '../http/upstream-call.ts'
import { bflProvider } from './bfl.ts'
import { elevenlabsProvider } from './elevenlabs.ts'
import { googleVideoProvider } from './google-video.ts'
import { lumaProvider } from './luma.ts'
import type { MediaProvider } from './media.ts'
import { midjourneyProvider } from './midjourney.ts'
import { openaiImageProvider, resoldImageProvider } from './openai-image.ts'
import { openaiSpeechProvider } from './openai-speech.ts'
import { runwayProvider } from './runway.ts'
import { stabilityProvider } from './stability.ts'

/** @param options another `fetch` and other timeouts, for tests */
export function mediaProviderOf(wire: MediaWire, account: Account, options: MediaOptions = {}): MediaProvider {
  switch (wire) {
    case 'openai':
      return openaiImageProvider(account, options)
    case 'openai-image':
      return resoldImageProvider(account, options)
    case 'openai-speech':
      return openaiSpeechProvider(account, options)
    case 'midjourney':
      return midjourneyProvider(account, options)
    case 'bfl':
      return bflProvider(account, options)
    case 'stability':
      return stabilityProvider(account, options)
    case 'elevenlabs':
      return elevenlabsProvider(account, options)
    case 'luma':
      return lumaProvider(account, options)
    case 'google':
      return googleVideoProvider(account, options)
    case 'runway':
      return runwayProvider(account, options)
    default:
      return wire satisfies never
  }
}
