import { msg, type Text } from '../../messages/message.ts'

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

const types: [extensions: string, check: Check][] = [
  ['pdf', isPdf],
  ['jpg jpeg', isJpeg],
  ['png', startsWith('\x89PNG\r\n\x1a\n')],
  ['gif', beginning => ['GIF87a', 'GIF89a'].some(bytes => startsWith(bytes)(beginning))],
  ['webp', isWebp],
  ['heic heif avif', isHeif],
  ['tif tiff', isTiff],
  ['docx xlsx pptx', isZip],
  ['odt ods odp', isZip],
  ['doc xls ppt', isCompoundFile],
  ['msg', isCompoundFile],
  ['rtf', startsWith('{\\rtf')],
  ['zip', isZip],
  ['txt csv md eml ics vcf', isText],
]

const byExtension = new Map(
  types.flatMap(([extensions, check]) => extensions.split(' ').map(one => [one, check] as const)),
)

export const accepted_extensions = [...byExtension.keys()]

/** Lower-case, without the dot; empty if the name has none. */
export const extensionOf = (name: string) => /[^.]\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const isAcceptedName = (name: string) => byExtension.has(extensionOf(name))

/** What is wrong with contents under this name; undefined if they agree. */
export function contentsProblem(name: string, beginning: Beginning): Text | undefined {
  const extension = extensionOf(name)
  const check = byExtension.get(extension)
  return !check || check(beginning) ? undefined : msg`is not a .${extension} file, although its name says so`
}
