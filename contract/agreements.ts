// What people agree to, as plain values: the legal pages show them without the schema library.

/** Versions of the documents a person agrees to at registration; a new text is a new version. */
export const consentVersions = { offer: '2026-11-01', personalData: '2026-11-01' } as const

/** How long a deleted account can be taken back by signing in. */
export const deletionGraceDays = 14
