/** The newer of the two supported versions. It rejects sampling parameters for every model. */
export const anthropicVersion = '2026-10-21'
