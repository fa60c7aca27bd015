// A proof of work: the browser looks for numbers that only trying finds, and the server checks them with one hash each.
// Required while password hashing queues (`PROOF_REQUIRED`), for one call, one mailbox and one network.
// No schema in this file: the browser loads it without the schema library.

/** Several small searches instead of a large one: the time that all of them take varies far less. */
export const proofParts = 8

/** A phone that tries 200,000 numbers a second (a desktop: over 3 million) needs 1.3 s on average for 8 searches of 2^15. */
export const proofBits = { min: 12, max: 15 } as const

/** What a refusal with `PROOF_REQUIRED` has in its data. */
export interface ProofDemand {
  challenge: string
}

const challengeForm = /^\d{13}\.((\d\d)_[\w-]{22})\.[\w-]{43}$/
const proofForm = /^(.{1,200})~((?:[0-9a-f]{8}\.){7}[0-9a-f]{8})$/

/** The id of a challenge and the zero bits that each of its hashes must begin with; null when it is malformed. */
export function readChallenge(challenge: string): { id: string; bits: number } | null {
  const [, id = '', bits = ''] = challengeForm.exec(challenge) ?? []
  return id === '' ? null : { id, bits: Number(bits) }
}

/**
 * The text whose SHA-256 must begin with the zero bits, for one part: at most 55 ASCII characters, one block.
 * @param nonce eight hexadecimal digits
 */
export const proofText = (id: string, part: number, nonce: string): string => `${id}.${part}.${nonce}`

/** The proof as it is sent: the challenge with one nonce for each part. */
export const joinProof = (challenge: string, nonces: readonly string[]): string => `${challenge}~${nonces.join('.')}`

export function splitProof(proof: string): { challenge: string; nonces: string[] } | null {
  const [, challenge, nonces] = proofForm.exec(proof) ?? []
  return challenge === undefined || nonces === undefined ? null : { challenge, nonces: nonces.split('.') }
}
