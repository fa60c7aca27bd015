// The packet of XMP that says that a model made a file, in the words of the press agencies (IPTC photo metadata, digital source type).
import { asciiBytes } from './bytes.ts'

/** trained: a model made it. composite: a model changed what a person had made. */
export const sourceTypes = {
  trained: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  composite: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'
} as const

export type SourceType = keyof typeof sourceTypes

export const sourceTypeNames = Object.keys(sourceTypes) as SourceType[]

const packetOf = (url: string) =>
  `<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>${url}</Iptc4xmpExt:DigitalSourceType></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`

/** The same bytes each time, so that a file with them is known as marked. */
export const xmpPacket = (type: SourceType): Uint8Array => asciiBytes(packetOf(sourceTypes[type]))
