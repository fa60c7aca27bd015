// A passkey of software: what a browser and a device answer to our options, written from WebAuthn, level 3.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

/** As much of CBOR (RFC 8949) as an authenticator writes. */
function cbor(value: number | string | Uint8Array | Map<unknown, unknown>): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap((pair) => pair.map((part) => cbor(part as number)))
  return Buffer.concat([head(5, value.size), ...entries])
}

/** What a test may have the device or the browser do differently. */
export interface Differently {
  origin?: string
  rpId?: string
  challenge?: string
  /** The holder was not verified. */
  unverified?: boolean
  counter?: number
  userHandle?: string | null
  type?: string
  /** Of the attestation: what a browser sends on of a device that signs for itself. */
  selfAttested?: boolean
}

export interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

export interface RequestOptions {
  challenge: string
  rpId: string
}

const [present, verified, attested] = [1, 4, 64]

type Numbers = Map<number, number | Buffer>
const bytesOf = (text = ''): Buffer => Buffer.from(text, 'base64url')

/** The kinds of key that are taken: how one is made, what COSE (RFC 9053) says of it, and how it signs. */
const kinds = {
  ES256: {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    hash: 'sha256',
    facts: { 1: 2, 3: -7, '-1': 1 }
  },
  RS256: { make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }), hash: 'sha256', facts: { 1: 3, 3: -257 } },
  EdDSA: { make: () => generateKeyPairSync('ed25519'), hash: null, facts: { 1: 1, 3: -8, '-1': 6 } }
} as const

function coseOf(publicKey: KeyObject, facts: object): Buffer {
  const { n, e, x, y } = publicKey.export({ format: 'jwk' })
  const numbers: Numbers = new Map(Object.entries(facts).map(([name, value]) => [Number(name), value as number]))
  if (n) numbers.set(-1, bytesOf(n)).set(-2, bytesOf(e))
  if (x) numbers.set(-2, bytesOf(x))
  if (y) numbers.set(-3, bytesOf(y))
  return cbor(numbers)
}

export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url')
  readonly #key: KeyObject
  readonly #hash: string | null
  readonly #origin: string
  readonly #cose: Buffer
  readonly #algorithm: number
  #userHandle = ''
  counter = 0

  constructor(origin: string, kind: keyof typeof kinds = 'ES256') {
    const { make, hash, facts } = kinds[kind]
    const { privateKey, publicKey } = make()
    this.#key = privateKey
    this.#hash = hash
    this.#origin = origin
    this.#cose = coseOf(publicKey, facts)
    this.#algorithm = facts[3]
  }

  #clientData(type: string, challenge: string, { origin, type: other }: Differently): Buffer {
    return Buffer.from(
      JSON.stringify({ type: other ?? type, challenge, origin: origin ?? this.#origin, crossOrigin: false })
    )
  }

  #data(rpId: string, flags: number, different: Differently, credential: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(different.counter ?? this.counter)
    const shown = flags | present | (different.unverified ? 0 : verified)
    return Buffer.concat([sha256(different.rpId ?? rpId), Buffer.from([shown]), counter, credential])
  }

  /** The answer of `navigator.credentials.create`. */
  create({ challenge, rp, user }: CreationOptions, different: Differently = {}) {
    this.#userHandle = user.id
    const id = Buffer.from(this.id, 'base64url')
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#cose])
    const authData = this.#data(rp.id, attested, different, credential)
    const clientData = this.#clientData('webauthn.create', different.challenge ?? challenge, different)
    const signed = sign(this.#hash, Buffer.concat([authData, sha256(clientData)]), this.#key)
    const statement = different.selfAttested
      ? new Map<string, unknown>([
          ['alg', this.#algorithm],
          ['sig', signed]
        ])
      : new Map()
    const object = new Map<string, unknown>([
      ['fmt', different.selfAttested ? 'packed' : 'none'],
      ['attStmt', statement],
      ['authData', authData]
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: url(clientData), attestationObject: url(cbor(object)), transports: ['internal'] }
    }
  }

  /** The answer of `navigator.credentials.get`. */
  get({ challenge, rpId }: RequestOptions, different: Differently = {}) {
    const clientData = this.#clientData('webauthn.get', different.challenge ?? challenge, different)
    const authData = this.#data(rpId, 0, different)
    const signature = sign(this.#hash, Buffer.concat([authData, sha256(clientData)]), this.#key)
    const userHandle = different.userHandle === undefined ? this.#userHandle : different.userHandle
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: url(clientData),
        authenticatorData: url(authData),
        signature: url(signature),
        ...(userHandle !== null && { userHandle })
      }
    }
  }
}
