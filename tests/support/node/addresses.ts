// Everything that reads IP addresses, as one module that a test can build.
export { clientNetwork } from '#domain/client-network.ts'
export { ipAddressOf } from '#domain/ip-address.ts'
export { isPublicAddress } from '#domain/models/supplier-address.ts'
export { isInNetworks, networksOf } from '#domain/network-list.ts'
