import type { Plugin } from 'vite'

/** What reads and computes networks, and other forms of an address: ours are read in `domain/network-list.ts` and `domain/ip-address.ts`. */
export const unusedOfAddresses: readonly string[] = [
  'prefixLengthFromSubnetMask',
  'toByteArray',
  'toFixedLengthString',
  'toIPv4MappedAddress',
  'broadcastAddressFromCIDR',
  'networkAddressFromCIDR',
  'subnetMaskFromPrefixLength',
  'isValidCIDR',
  'isValidCIDRFourPartDecimal',
  'parseCIDR',
  'fromByteArray'
]

/** Addresses of fewer than four parts, which `ipAddressOf` refuses before: `127.1`. */
const shortAddresses = [
  / else if \(\(match = string\.match\(ipv4Regexes\.longValue\)\)\) \{[^]*?(?= else \{\n {12}return null;)/,
  /,\n {8}threeOctet: [^]*?(?=\n {4}\};)/
]

/** How the package spells one: a method of a class, or a function beside it, up to the brace below its beginning. */
const spelled = (name: string) =>
  new RegExp(`^( {4,8})(?:ipaddr\\.)?(?:IPv[46]\\.)?(?:prototype\\.)?${name} = function \\([^]*?^\\1\\};\\n`, 'gm')

/**
 * The package of IP addresses is one object, of which no bundler sees what is not called, and every isolate parses it. So that part is left
 * out: a call of it is a TypeError in what is built, and `tests/unit/ipaddr-without-unused.test.ts` fails before that.
 */
export const ipaddrWithoutUnused: Plugin = {
  name: 'ipaddr-without-unused',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]ipaddr\.js[\\/]lib[\\/]ipaddr\.js$/ },
    handler(code) {
      let used = code
      for (const name of unusedOfAddresses) {
        const without = used.replaceAll(spelled(name), '')
        if (without === used) this.error(`ipaddr.js is written differently now, adapt this plugin: ${name}`)
        used = without
      }
      for (const part of shortAddresses) {
        if (!part.test(used)) this.error(`ipaddr.js is written differently now, adapt this plugin: ${part}`)
        used = used.replace(part, '')
      }
      return { code: used, map: null }
    }
  }
}
