// The model that writes recordings down: who may ask it, and what it costs.
import { transcription } from '#contract/catalogue/transcription.ts'
import { transcriptionModel } from '#contract/v1/transcriptions.ts'
import type { Environment } from '#domain/environment.ts'
import { microsPerSecond, microsPerToken, priceSettingOf } from '#domain/metering/prices.ts'
import { isProviderConnected } from '#domain/models/connected.ts'
import { transcriptionMinuteMicros } from '#domain/upstreams/list-prices.ts'
import type { AdmittedKey } from '#durable-objects/keys/calls.ts'

export const isTranscriptionConnected = (environment: Environment): boolean =>
  isProviderConnected(environment, transcription.upstream.provider)

/** In millionths of a site token, for each begun second. */
export const secondMicros = (environment: Environment): number =>
  microsPerSecond(transcriptionMinuteMicros, priceSettingOf(environment))

/** As `GET /v1/models` lists it; none for a key that may not ask it. @param created in seconds */
export const transcriptionItems = (
  environment: Environment,
  { scopes, models }: Pick<AdmittedKey['key'], 'scopes' | 'models'>,
  created: number
) =>
  scopes.includes('audio') && (models?.includes(transcriptionModel) ?? true) && isTranscriptionConnected(environment)
    ? [
        {
          id: transcriptionModel,
          object: 'model',
          created,
          owned_by: transcription.upstream.provider,
          name: transcription.modelName,
          description: 'Расшифровка записей: речь в текст',
          context_length: null,
          architecture: { input_modalities: ['audio'], output_modalities: ['text'] },
          site_pricing: { currency: 'site-token', per_minute: (secondMicros(environment) * 60) / microsPerToken }
        }
      ]
    : []
