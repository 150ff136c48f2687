// Which files are accepted: by their extension, and by what they begin with. A program that is named like a document is refused.

type Beginning = { head: Buffer; has_null: boolean }
type Check = (beginning: Beginning) => boolean

const startsWith =
  (bytes: string, at = 0): Check =>
  ({ head }) =>
    head.toString('latin1', at, at + bytes.length) === bytes

/** The container of newer office documents, too. */
const isZip: Check = beginning => ['PK\x03\x04', 'PK\x05\x06'].some(bytes => startsWith(bytes)(beginning))
/** The container of Word, Excel and PowerPoint until 2003, and of Outlook messages. */
const isCompoundFile = startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const isJpeg = startsWith('\xff\xd8\xff')
const isTiff: Check = beginning => ['II*\0', 'MM\0*'].some(bytes => startsWith(bytes)(beginning))
/** Some programs write a few lines before the document. */
const isPdf: Check = ({ head }) => head.subarray(0, 1024).includes('%PDF-')
const isHeif: Check = ({ head }) =>
  /^ftyp(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif)/.test(head.toString('latin1', 4, 12))
const isWebp: Check = beginning => startsWith('RIFF')(beginning) && startsWith('WEBP', 8)(beginning)

const signatures = [isZip, isCompoundFile, isJpeg, isTiff, isHeif, isWebp, startsWith('\x89PNG'), startsWith('GIF8')]
const programs = ['MZ', '\x7fELF', '#!', '%PDF-', '\xca\xfe\xba\xbe', '\xcf\xfa\xed\xfe'].map(bytes =>
  startsWith(bytes),
)

/** Text has no byte 0, except in UTF-16, which Excel writes with a mark at the beginning. */
const isText: Check = beginning => {
  if ([...signatures, ...programs].some(check => check(beginning))) return false
  return !beginning.has_null || ['\xff\xfe', '\xfe\xff'].some(mark => startsWith(mark)(beginning))
}

const types: [what: string, extensions: string, check: Check][] = [
  ['a PDF', 'pdf', isPdf],
  ['a JPEG image', 'jpg jpeg', isJpeg],
  ['a PNG image', 'png', startsWith('\x89PNG\r\n\x1a\n')],
  ['a GIF image', 'gif', beginning => ['GIF87a', 'GIF89a'].some(bytes => startsWith(bytes)(beginning))],
  ['a WebP image', 'webp', isWebp],
  ['a HEIF image', 'heic heif avif', isHeif],
  ['a TIFF image', 'tif tiff', isTiff],
  ['an Office document', 'docx xlsx pptx', isZip],
  ['an OpenDocument file', 'odt ods odp', isZip],
  ['an older Office document', 'doc xls ppt', isCompoundFile],
  ['an Outlook message', 'msg', isCompoundFile],
  ['an RTF document', 'rtf', startsWith('{\\rtf')],
  ['a ZIP archive', 'zip', isZip],
  ['a text', 'txt csv md eml ics vcf', isText],
]

const byExtension = new Map(
  types.flatMap(([what, extensions, check]) => extensions.split(' ').map(one => [one, { what, check }] as const)),
)

export const accepted_extensions = [...byExtension.keys()]

/** Lower-case, without the dot; empty if the name has none. */
export const extensionOf = (name: string) => /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const isAcceptedName = (name: string) => byExtension.has(extensionOf(name))

/** What is wrong with contents under this name; undefined if they agree. */
export function contentsProblem(name: string, beginning: Beginning): string | undefined {
  const type = byExtension.get(extensionOf(name))
  if (!type || type.check(beginning)) return undefined
  return `is not ${type.what}, although its name ends in .${extensionOf(name)}`
}
