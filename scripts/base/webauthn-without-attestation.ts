import type { Plugin } from 'vite'

/** A part of a file, and what stands there in what is built; without it: nothing. */
type Part = readonly [part: RegExp, instead?: string]

const refuses = (name: string) => `export const ${name} = () => Promise.resolve(false)`

/** Files of which something else is asked, or nothing: by their path in `esm`. */
const replaced: Readonly<Record<string, string>> = {
  // Two checks; what browsers are asked for is a plain object of ours.
  'index.js': `export * from './authentication/verifyAuthenticationResponse.js'
export * from './registration/verifyRegistrationResponse.js'`,
  'registration/verifications/verifyAttestationFIDOU2F.js': refuses('verifyAttestationFIDOU2F'),
  'registration/verifications/verifyAttestationAndroidSafetyNet.js': refuses('verifyAttestationAndroidSafetyNet'),
  'registration/verifications/verifyAttestationAndroidKey.js': refuses('verifyAttestationAndroidKey'),
  'registration/verifications/verifyAttestationApple.js': refuses('verifyAttestationApple'),
  'registration/verifications/tpm/verifyAttestationTPM.js': refuses('verifyAttestationTPM'),
  // Of all helpers at once, one is asked for from here.
  'helpers/index.js': "export * from './iso/index.js'",
  // Certificates of makers, and the question whether the runtime knows ML-DSA: no passkey is asked for one.
  'services/settingsService.js':
    'export const SettingsService = { getRootCertificates: () => [], runtimeSupportsPQC: () => false }',
  'errors/index.js': 'export const PQCNotSupportedError = Error',
  'helpers/iso/isoCrypto/verifyAKP.js':
    "export const verifyAKP = () => Promise.reject(new Error('No key of this kind is taken'))"
}

/** Reads SEQUENCE { INTEGER r, INTEGER s } as DER writes it, for curves whose signatures have less than 128 bytes. */
const signatureReader = `
const readSignature = (der) => {
  const rEnd = 4 + der[3], sEnd = rEnd + 2 + der[rEnd + 1]
  if (der[0] !== 48 || der[1] !== der.length - 2 || der[1] > 127 || der[2] !== 2 || der[rEnd] !== 2 || sEnd !== der.length)
    throw new Error('A signature is no sequence of two numbers')
  return { r: der.slice(4, rEnd), s: der.slice(rEnd + 2) }
}
`

/** What is left out of other files. */
const parts: Readonly<Record<string, readonly Part[]>> = {
  // A device that attests itself, without a certificate, signs with the new key: browsers pass that on.
  'registration/verifications/verifyAttestationPacked.js': [
    [
      /import \{ (?:convertCertBufferToPEM|validateCertificatePath|getCertificateInfo|validateExtFIDOGenCEAAGUID|MetadataService|verifyAttestationWithMetadata) \} .*\n/g
    ],
    [/(?<=\n {4}if \(x5c\) \{)[^]*?(?=\n {4}\}\n {4}else \{)/]
  ],
  'helpers/verifySignature.js': [
    [/import \{ convertX509PublicKeyToCOSE \} .*\n/],
    [/\n {4}else if \(x509Certificate\) \{[^]*?\n {4}\}/]
  ],
  // The end of a message for our own log: to whom the fault of a browser is told.
  'authentication/verifyAuthenticationResponse.js': [[/(?<= response)\. This error should be reported [^`]*/]],
  'helpers/iso/isoCrypto/unwrapEC2Signature.js': [
    [/import \{ AsnParser \} .*\nimport \{ ECDSASigValue \} .*\n/, signatureReader],
    [/AsnParser\.parse\(signature, ECDSASigValue\)/, 'readSignature(signature)']
  ]
}

/**
 * Whose device a passkey is in is none of our business, so no attestation is asked for, and what checks one is left out of the script:
 * certificates, ASN.1 and the makers' metadata are nine tenths of it. `tests/unit/webauthn-without-attestation.test.ts` compares what is left
 * with the whole package.
 */
export const webauthnWithoutAttestation: Plugin = {
  name: 'webauthn-without-attestation',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]@simplewebauthn[\\/]server[\\/]esm[\\/].*\.js$/ },
    handler(code, id) {
      const file = id.replaceAll('\\', '/').replace(/^.*\/@simplewebauthn\/server\/esm\//, '')
      const instead = replaced[file]
      if (instead !== undefined) return { code: instead, map: null }
      let left = code
      for (const [part, put = ''] of parts[file] ?? []) {
        const without = left.replace(part, put)
        if (without === left)
          this.error(`@simplewebauthn/server is written differently now, adapt the plugin: ${file} ${part}`)
        left = without
      }
      return { code: left, map: null }
    }
  }
}
