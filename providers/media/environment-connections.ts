// The accounts at makers of pictures, voices and films that the environment names; a maker without a key is none.
import type { MediaProvider } from '#contract/catalogue/entry.ts'
import { type MediaDialect, mediaDialects } from '#contract/supplier-dialects.ts'
import type { Account, Connection } from '../http/connection.ts'

/** The part of the environment that media adapters need; base URLs come without a final slash. */
export type MediaSettings = Record<`${Uppercase<MediaProvider>}_${'BASE_URL' | 'API_KEY'}`, string>

/** The account at a maker; its id as a supplier is the maker's name. */
export function mediaAccount(settings: MediaSettings, maker: MediaProvider): Account {
  const name = maker.toUpperCase() as Uppercase<MediaProvider>
  return { supplier: maker, baseUrl: settings[`${name}_BASE_URL`], apiKey: settings[`${name}_API_KEY`] }
}

/** All of them but OpenAI's, which is that of its answers. */
export const mediaConnectionsIn = (settings: MediaSettings): Connection<MediaDialect>[] =>
  mediaDialects
    .map((dialect) => ({ ...mediaAccount(settings, dialect), dialect }))
    .filter(({ apiKey }) => apiKey !== '')
